import { Kind, type DocumentNode, type FieldNode } from 'graphql';
import { findExceededLimit } from '../../shared/query/weight';
import type { UnknownRecord } from '../../shared/records';

/**
 * Maximum body size of a GraphQL or REST request in bytes; the larger one is for long operations of signed-in
 * users.
 */
export const bodyLimits = { standard: 256 * 1024, longOperation: 8 * 1024 * 1024 } as const;

/**
 * Operations with a long body: imports send a table as one text, and a decision names up to ten thousand
 * results.
 */
export const longOperations: ReadonlySet<string> = new Set([
  'importAds',
  'importDecisions',
  'importMediaCosts',
  'approveResults',
  'beginApproval',
  'approvalPreview',
]);

/** Returns why a document is rejected; null if it is within the limits. */
export function overLimit(document: DocumentNode, variables: UnknownRecord): string | null {
  const over = findExceededLimit(document, variables);
  if (!over) return null;
  return over.of === 'fragments'
    ? `at most ${over.most} fragments`
    : `${over.of} ${Math.min(over.is, Number.MAX_SAFE_INTEGER)} is above ${over.most}`;
}

/** Returns the type name in a `__type` field; null if unknown. */
function requestedType(node: FieldNode, variables: UnknownRecord): string | null {
  const value = node.arguments?.find((argument) => argument.name.value === 'name')?.value;
  if (value?.kind === Kind.STRING) return value.value;
  const given = value?.kind === Kind.VARIABLE ? variables[value.name.value] : null;
  return typeof given === 'string' ? given : null;
}

/**
 * Returns whether the document introspects the schema. `__type` with an unknown name reveals nothing, and
 * tools that check a server send it before they sign in.
 */
export function isIntrospection(
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
        const name = requestedType(selection, variables);
        if (name === null || isType(name)) return true;
      }
      if ('selectionSet' in selection && selection.selectionSet) sets.push(selection.selectionSet);
    }
  }
  return false;
}
