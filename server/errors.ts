import { types } from 'node:util';

/** What was thrown, as an error; anything may be thrown. */
export const asError = (thrown: unknown): Error =>
  types.isNativeError(thrown) ? thrown : new Error(String(thrown));

/** What a thrown thing says of itself. */
export const messageOf = (thrown: unknown): string => asError(thrown).message;

/** What Node calls the trouble (`ENOENT`, `EEXIST`); none for other errors. */
export function errorCode(thrown: unknown): string | undefined {
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown && typeof thrown.code === 'string'
    ? thrown.code
    : undefined;
}
