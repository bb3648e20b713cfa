/** Longest id of an event, visitor or customer, in characters. */
export const MAX_ID_LENGTH = 128;

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Why a text can't be an id (both databases must keep it byte by byte); null when it can. */
export function idFault(id: string): string | null {
  if (id === '') return 'is missing';
  if (id.length > MAX_ID_LENGTH && [...id].length > MAX_ID_LENGTH) return `is longer than ${MAX_ID_LENGTH} characters`;
  return LONE_SURROGATE.test(id) ? 'is not valid Unicode' : null;
}
