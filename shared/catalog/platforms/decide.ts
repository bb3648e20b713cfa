import type { SentConversion, Platform } from './platform';

/** States of a conversion at a sender. */
export const sendStates = [
  'no_consent',
  'no_key',
  'too_old',
  'waiting',
  'sent',
  'accepted',
  'refused',
  'given_up',
] as const;
export type SendState = (typeof sendStates)[number];

const DAY_MS = 86_400_000;

/** State of a conversion before it is sent, and its reason. */
interface SendDecision {
  readonly state: 'no_consent' | 'no_key' | 'too_old' | 'waiting';
  /** Missing property for `no_key`; null if it has no key at all. */
  readonly reason: string | null;
}

/** Decides whether a conversion may be sent, in the order of the states. */
export function decideSend(
  platform: Platform,
  conversion: SentConversion,
  { consentRequired, now }: { readonly consentRequired: boolean; readonly now: number },
): SendDecision {
  if (consentRequired && !conversion.consent) return { state: 'no_consent', reason: null };
  const hasKey =
    platform.clickIds.some((name) => conversion.clickIds[name] !== undefined) ||
    platform.hashes.some((name) => conversion.hashes[name] !== undefined);
  if (!hasKey) return { state: 'no_key', reason: null };
  const missing = platform.needs?.find((name) => conversion[name] === null);
  if (missing) return { state: 'no_key', reason: missing };
  // A platform refuses its whole request for one event of the full age.
  if (now - conversion.time >= platform.maxAgeDays * DAY_MS) return { state: 'too_old', reason: null };
  return { state: 'waiting', reason: null };
}

const PLAIN_ID = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * Returns the transaction id: the order number if it is plain, with the setting before it if the sender covers
 * several; else the base64url digest of the conversion.
 * @param sha256 base64url digest without padding
 */
export function transactionId(
  { order, key, prefix }: { readonly order: string | null; readonly key: string; readonly prefix: string },
  sha256: (text: string) => string,
): string {
  if (order !== null && PLAIN_ID.test(order)) {
    const id = prefix + order;
    if (id.length <= 64) return id;
  }
  return sha256(key);
}
