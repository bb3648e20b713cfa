import { Kind, type FragmentDefinitionNode, type GraphQLResolveInfo, type SelectionSetNode } from 'graphql';

/** The parts of a resolver's info that tell what is asked for. */
type Asked = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>;

function collect(set: SelectionSetNode | undefined, fragments: Record<string, FragmentDefinitionNode>, found: Map<string, SelectionSetNode[]>): void {
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

/**
 * Names of the fields asked for below a path of fields (`['results']` for a list).
 * Null without info, which REST has none of: then all fields are wanted.
 */
export function wantedFields(info: Asked | undefined, path: readonly string[] = []): ReadonlySet<string> | null {
  if (!info) return null;
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
