import { Kind, type FragmentDefinitionNode, type GraphQLResolveInfo, type SelectionSetNode } from 'graphql';

/** The parts of a resolver's info that tell what is asked for. */
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

/** Paths of the values asked for below some sets of fields: `figures.cpa` where `figures { cpa }` is. */
function pathsIn(sets: readonly SelectionSetNode[], fragments: Asked['fragments']): string[] {
  const fields = new Map<string, SelectionSetNode[]>();
  for (const set of sets) collect(set, fragments, fields);
  return [...fields].flatMap(([name, below]) =>
    below.length > 0 ? pathsIn(below, fragments).map((path) => `${name}.${path}`) : [name],
  );
}

/** Paths of the values asked for below fields of the answer; null where no document asks, as over REST. */
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
 * Names of the fields asked for below a path of fields (`['results']` for a list).
 * Null where no document asks, as over REST: then all fields are wanted.
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
