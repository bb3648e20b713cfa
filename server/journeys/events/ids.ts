import { rejectionReason } from '../../../shared/i18n/rejections';

/** Longest id of an event, visitor or customer, in characters. */
const MAX_ID_LENGTH = 128;

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Returns the reason why a text can't be stored unchanged in a column of this length; null if it can. */
export function textFault(field: string, text: string, max: number): string | null {
  if (text === '') return rejectionReason('missing', { field });
  if (text.length > max && [...text].length > max) return rejectionReason('tooLong', { field, max });
  // SQLite ends a text at a NUL.
  if (text.includes('\0')) return `${field} holds a NUL character`;
  return LONE_SURROGATE.test(text) ? rejectionReason('notUnicode', { field }) : null;
}

/** The same check for an id. */
export const idFault = (field: string, id: string): string | null => textFault(field, id, MAX_ID_LENGTH);
