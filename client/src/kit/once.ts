import { useState } from 'react';

/** Goes with a change that makes something new: sent again, it is the same one and not another. */
export interface Once {
  headers: { 'Idempotency-Key': string };
}

// crypto.randomUUID is missing where the console is served without TLS.
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** For a form of something new: the same for as long as it is open, as an answer may be lost when it is saved already. */
export const useOnce = (): Once => useState(() => ({ headers: { 'Idempotency-Key': newKey() } }))[0];
