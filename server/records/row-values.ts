/** Values of rows whose fields are known by name only, as what they are. */

/** A text; null for anything else. */
export const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** A number; null for anything else. */
export const numberIn = (value: unknown): number | null => (typeof value === 'number' ? value : null);
