/** Maximum length of a stored click id, session or key of a medium, in characters. */
export const MEDIUM_VALUE_LENGTH = 1024;

/**
 * Returns a medium's value, or null if it can't be stored whole. A truncated id is useless to the medium, and
 * SQLite ends a text at a NUL.
 */
export const wholeMediumValue = (value: string | null): string | null =>
  value !== null && value.length <= MEDIUM_VALUE_LENGTH && !value.includes('\0') ? value : null;
