import {
  Kind,
  OperationTypeNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type OperationDefinitionNode,
  type FragmentDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

/** Operation without fields, for REST. */
const UNNAMED: OperationDefinitionNode = {
  kind: Kind.OPERATION_DEFINITION,
  operation: OperationTypeNode.QUERY,
  selectionSet: { kind: Kind.SELECTION_SET, selections: [] },
};

interface FieldInfo
  extends
    Pick<GraphQLResolveInfo, 'schema'>,
    Partial<Pick<GraphQLResolveInfo, 'fragments' | 'operation' | 'variableValues'>> {
  readonly parentType: GraphQLObjectType;
  readonly field: Pick<GraphQLField<unknown, unknown>, 'name' | 'type'>;
  /** Field nodes of the document; empty over REST, which needs all fields. */
  readonly nodes?: readonly FieldNode[];
}

/** Builds the info of a field like graphql-js does. */
export const resolveInfo = ({
  schema,
  parentType,
  field,
  nodes = [],
  fragments = {},
  operation = UNNAMED,
  variableValues = {},
}: FieldInfo): GraphQLResolveInfo => ({
  fieldName: field.name,
  fieldNodes: nodes,
  returnType: field.type,
  parentType,
  path: { prev: undefined, key: nodes[0]?.alias?.value ?? field.name, typename: parentType.name },
  schema,
  fragments,
  rootValue: undefined,
  operation,
  variableValues,
});

/** Parts of the resolver info that describe the selection. */
type SelectionInfo = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>;

function collectSelections(
  set: SelectionSetNode | undefined,
  fragments: Record<string, FragmentDefinitionNode>,
  selections: Map<string, SelectionSetNode[]>,
): void {
  for (const selection of set?.selections ?? []) {
    if (selection.kind === Kind.FIELD) {
      const below = selections.get(selection.name.value) ?? [];
      if (selection.selectionSet) below.push(selection.selectionSet);
      selections.set(selection.name.value, below);
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      collectSelections(selection.selectionSet, fragments, selections);
    } else {
      collectSelections(fragments[selection.name.value]?.selectionSet, fragments, selections);
    }
  }
}

/** Returns the paths of the selected leaf fields, such as `figures.cpa` for `figures { cpa }`. */
function pathsIn(sets: readonly SelectionSetNode[], fragments: SelectionInfo['fragments']): string[] {
  const fields = new Map<string, SelectionSetNode[]>();
  for (const set of sets) collectSelections(set, fragments, fields);
  return [...fields].flatMap(([name, below]) =>
    below.length > 0 ? pathsIn(below, fragments).map((path) => `${name}.${path}`) : [name],
  );
}

/**
 * Returns the paths of the selected leaf fields below the given fields; null without a document, as over
 * REST.
 */
export function requestedPaths(info: SelectionInfo, ...below: string[]): string[] | null {
  if (info.fieldNodes.length === 0) return null;
  const fields = new Map<string, SelectionSetNode[]>();
  for (const { selectionSet } of info.fieldNodes) collectSelections(selectionSet, info.fragments, fields);
  return pathsIn(
    below.flatMap((name) => fields.get(name) ?? []),
    info.fragments,
  );
}

/**
 * Returns the names of the selected fields below a path (`['results']` for a list).
 * Returns null without a document, as over REST, where all fields are needed.
 */
export function requestedFields(
  info: SelectionInfo,
  path: readonly string[] = [],
): ReadonlySet<string> | null {
  if (info.fieldNodes.length === 0) return null;
  let sets = info.fieldNodes.map(({ selectionSet }) => selectionSet);
  for (const name of path) {
    const selections = new Map<string, SelectionSetNode[]>();
    for (const set of sets) collectSelections(set, info.fragments, selections);
    sets = selections.get(name) ?? [];
  }
  const fields = new Map<string, SelectionSetNode[]>();
  for (const set of sets) collectSelections(set, info.fragments, fields);
  return new Set(fields.keys());
}
