/** Longest id of an event, visitor or customer, in characters. */
const MAX_ID_LENGTH = 128;

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Why a text can't be kept byte by byte in a column of so many characters; null when it can. */
export function textFault(text: string, longest: number): string | null {
  if (text === '') return 'is missing';
  if (text.length > longest && [...text].length > longest) return `is longer than ${longest} characters`;
  // The embedded database ends a text there.
  if (text.includes('\0')) return 'holds a NUL character';
  return LONE_SURROGATE.test(text) ? 'is not valid Unicode' : null;
}

/** The same for an id. */
export const idFault = (id: string): string | null => textFault(id, MAX_ID_LENGTH);
