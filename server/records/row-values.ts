/** Typed access to rows whose fields are known only by name. */

/** Returns a text; null for any other type. */
export const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Returns a number; null for any other type. */
export const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);
