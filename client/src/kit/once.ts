import { useState } from 'react';

/** Request context that makes a creation idempotent. */
export interface IdempotencyContext {
  headers: { 'Idempotency-Key': string };
}

// crypto.randomUUID is missing when the console is served without TLS.
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Returns an idempotency key that stays the same while a form is open, because an answer may get lost after
 * the server has saved.
 */
export const useIdempotencyContext = (): IdempotencyContext =>
  useState(() => ({ headers: { 'Idempotency-Key': newKey() } }))[0];
