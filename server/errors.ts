import { types } from 'node:util';

/** Converts a caught value into an Error; JavaScript can throw anything. */
export const asError = (thrown: unknown): Error =>
  types.isNativeError(thrown) ? thrown : new Error(String(thrown));

/** Returns the message of a caught value. */
export const messageOf = (thrown: unknown): string => asError(thrown).message;

/** Returns Node's error code (`ENOENT`, `EEXIST`); undefined for other errors. */
export function errorCode(thrown: unknown): string | undefined {
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown && typeof thrown.code === 'string'
    ? thrown.code
    : undefined;
}
