import type { MiddlewareFn } from 'type-graphql';
import { Kind, type DocumentNode, type FieldNode } from 'graphql';
import { findExceededLimit } from '../../shared/query/weight';
import type { UnknownRecord } from '../../shared/records';
import { badInput, type FailureMessage } from '../auth/failure';
import type { ApiContext } from '../services/context';

/**
 * Limits of an argument in every API: above everything the console sends, below everything a database
 * rejects.
 */
export const argumentLimits = {
  /** Characters of a search text. */
  keyword: 1000,
  /** Values of all lists together: the rows of a whole page, or a filter. */
  values: 10_000,
} as const;

type NamedValue = readonly [name: string, value: unknown];

/** Flattens arguments and input fields into pairs of name and value. */
const flattenValues = ([name, value]: NamedValue): NamedValue[] => {
  const isGroup =
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
  return isGroup ? Object.entries(value).flatMap(flattenValues) : [[name, value]];
};

const isTooLong = ([name, value]: NamedValue): boolean =>
  name === 'keyword' && typeof value === 'string' && value.length > argumentLimits.keyword;

/**
 * Rejects arguments above the limits and names them.
 * @throws BAD_USER_INPUT
 */
export const withinArgumentLimits: MiddlewareFn<ApiContext> = ({ args }, next) => {
  const values = flattenValues(['', args]);
  const lists = values.flatMap(([name, value]) =>
    Array.isArray(value) ? [{ name, length: value.length }] : [],
  );
  const errors: Record<string, FailureMessage> = {};
  if (values.some(isTooLong))
    errors.keyword = { key: 'maxLength', params: { count: argumentLimits.keyword } };
  if (lists.reduce((sum, { length }) => sum + length, 0) > argumentLimits.values) {
    const longest = lists.reduce((one, other) => (other.length > one.length ? other : one));
    errors[longest.name] = { key: 'tooManyValues', params: { count: argumentLimits.values } };
  }
  if (Object.keys(errors).length > 0) throw badInput(errors);
  return next();
};

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
  'importTargets',
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
