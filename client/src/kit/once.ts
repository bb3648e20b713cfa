import { useMemo } from 'react';

/** Goes with a change that makes something new: sent again, it is the same one and not another. */
export interface Once {
  headers: { 'Idempotency-Key': string };
}

// crypto.randomUUID is missing where the console is served without TLS.
const newKey = (): string => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * For a form of something new: what goes with its saving, the same however often it is tried, as an answer may be lost
 * when it is saved already. `next` begins another one.
 */
export function useOnce(): { once: () => Once; next: () => void } {
  return useMemo(() => {
    let key = newKey();
    return {
      once: () => ({ headers: { 'Idempotency-Key': key } }),
      next: () => {
        key = newKey();
      },
    };
  }, []);
}
