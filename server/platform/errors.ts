import { types } from 'node:util';

/** Converts a caught value into an Error; JavaScript can throw anything. */
export const asError = (value: unknown): Error =>
  types.isNativeError(value) ? value : new Error(String(value));

/** Returns the message of a caught value. */
export const messageOf = (value: unknown): string => asError(value).message;

/** Returns Node's error code (`ENOENT`, `EEXIST`); undefined for other errors. */
export function errorCode(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string'
    ? value.code
    : undefined;
}
