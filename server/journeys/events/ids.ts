/** Longest id of an event, visitor or customer, in characters. */
const MAX_ID_LENGTH = 128;

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Returns the reason why a text can't be stored unchanged in a column of this length; null if it can. */
export function textFault(text: string, longest: number): string | null {
  if (text === '') return 'is missing';
  if (text.length > longest && [...text].length > longest) return `is longer than ${longest} characters`;
  // SQLite ends a text at a NUL.
  if (text.includes('\0')) return 'holds a NUL character';
  return LONE_SURROGATE.test(text) ? 'is not valid Unicode' : null;
}

/** The same check for an id. */
export const idFault = (id: string): string | null => textFault(id, MAX_ID_LENGTH);
