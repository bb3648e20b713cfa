import { Kind, type DocumentNode, type FieldNode } from 'graphql';
import { excessOf } from '../../shared/query/weight';
import type { UnknownRecord } from '../../shared/records';

/** Largest body of a request to GraphQL or REST, in bytes; that of a long operation is for who is signed in only. */
export const bodyLimits = { anybody: 256 * 1024, longOperation: 8 * 1024 * 1024 } as const;

/** Tables come as text in one piece, and a decision names up to ten thousand results; nothing else that can be asked is long. */
export const longOperations: ReadonlySet<string> = new Set([
  'importAds',
  'importDecisions',
  'importMediaCosts',
  'approveResults',
  'beginApproval',
  'approvalPreview',
]);

/** Why a document is refused, or null when it keeps within the limits. */
export function overLimit(document: DocumentNode, variables: UnknownRecord): string | null {
  const over = excessOf(document, variables);
  if (!over) return null;
  return over.of === 'fragments'
    ? `at most ${over.most} fragments`
    : `${over.of} ${Math.min(over.is, Number.MAX_SAFE_INTEGER)} is above ${over.most}`;
}

/** Name that a `__type` field asks for; null when it can't be told. */
function typeAskedFor(node: FieldNode, variables: UnknownRecord): string | null {
  const value = node.arguments?.find((argument) => argument.name.value === 'name')?.value;
  if (value?.kind === Kind.STRING) return value.value;
  const given = value?.kind === Kind.VARIABLE ? variables[value.name.value] : null;
  return typeof given === 'string' ? given : null;
}

/**
 * Whether the document asks what the schema is like. `__type` of a name that is no type tells nothing,
 * and tools that check a server ask for it before they have signed in.
 */
export function asksForSchema(
  document: DocumentNode,
  variables: UnknownRecord,
  isType: (name: string) => boolean,
): boolean {
  const sets = document.definitions.flatMap((definition) =>
    'selectionSet' in definition ? [definition.selectionSet] : [],
  );
  for (let set = sets.pop(); set; set = sets.pop()) {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD && selection.name.value === '__schema') return true;
      if (selection.kind === Kind.FIELD && selection.name.value === '__type') {
        const name = typeAskedFor(selection, variables);
        if (name === null || isType(name)) return true;
      }
      if ('selectionSet' in selection && selection.selectionSet) sets.push(selection.selectionSet);
    }
  }
  return false;
}
