import { Kind, type FragmentDefinitionNode, type GraphQLResolveInfo, type SelectionSetNode } from 'graphql';

/** Parts of the resolver info that describe the selection. */
type Asked = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>;

function collect(
  set: SelectionSetNode | undefined,
  fragments: Record<string, FragmentDefinitionNode>,
  found: Map<string, SelectionSetNode[]>,
): void {
  for (const selection of set?.selections ?? []) {
    if (selection.kind === Kind.FIELD) {
      const below = found.get(selection.name.value) ?? [];
      if (selection.selectionSet) below.push(selection.selectionSet);
      found.set(selection.name.value, below);
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      collect(selection.selectionSet, fragments, found);
    } else {
      collect(fragments[selection.name.value]?.selectionSet, fragments, found);
    }
  }
}

/** Returns the paths of the selected leaf fields, such as `figures.cpa` for `figures { cpa }`. */
function pathsIn(sets: readonly SelectionSetNode[], fragments: Asked['fragments']): string[] {
  const fields = new Map<string, SelectionSetNode[]>();
  for (const set of sets) collect(set, fragments, fields);
  return [...fields].flatMap(([name, below]) =>
    below.length > 0 ? pathsIn(below, fragments).map((path) => `${name}.${path}`) : [name],
  );
}

/**
 * Returns the paths of the selected leaf fields below the given fields; null without a document, as over
 * REST.
 */
export function wantedPaths(info: Asked, ...below: string[]): string[] | null {
  if (info.fieldNodes.length === 0) return null;
  const fields = new Map<string, SelectionSetNode[]>();
  for (const { selectionSet } of info.fieldNodes) collect(selectionSet, info.fragments, fields);
  return pathsIn(
    below.flatMap((name) => fields.get(name) ?? []),
    info.fragments,
  );
}

/**
 * Returns the names of the selected fields below a path (`['results']` for a list).
 * Returns null without a document, as over REST, where all fields are needed.
 */
export function wantedFields(info: Asked, path: readonly string[] = []): ReadonlySet<string> | null {
  if (info.fieldNodes.length === 0) return null;
  let sets = info.fieldNodes.map(({ selectionSet }) => selectionSet);
  for (const name of path) {
    const found = new Map<string, SelectionSetNode[]>();
    for (const set of sets) collect(set, info.fragments, found);
    sets = found.get(name) ?? [];
  }
  const fields = new Map<string, SelectionSetNode[]>();
  for (const set of sets) collect(set, info.fragments, fields);
  return new Set(fields.keys());
}
