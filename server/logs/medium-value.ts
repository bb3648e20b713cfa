/** The longest click id, session or key of a medium that is kept, in characters. */
export const MEDIUM_VALUE_LENGTH = 1024;

/**
 * A medium's value as it is kept: whole, or not at all. The medium knows no click by half an id, and the embedded
 * database ends a text at a NUL.
 */
export const wholeMediumValue = (value: string | null): string | null =>
  value !== null && value.length <= MEDIUM_VALUE_LENGTH && !value.includes('\0') ? value : null;
