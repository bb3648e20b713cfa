import { createHmac } from 'node:crypto';

/** Columns with personal data in each log, besides the ids and the page URL. */
export const PERSONAL = {
  interaction: ['ip', 'ua', 'params', 'referrer', 'xclid', 'ses', 'key1', 'key2', 'key3'],
  access: ['ip', 'ua', 'referrer', 'title'],
  conversion: ['ip', 'ua', 'args', 'other_key1', 'other_key2', 'other_key3', 'url', 'referrer'],
} as const;

/** Column of each log with the page URL that distinguishes landings. */
export const PAGE = { interaction: 'landing_url', access: 'url' } as const;
export type ContactLog = keyof typeof PAGE;

/**
 * Returns the replacement of an erased page URL: its origin, which identifies the domain, and a keyed
 * signature. Equal URLs get equal signatures, so repeated landings are still recognized. The signature
 * reveals nothing once the secret is deleted.
 */
export function pageSign(url: string, secret: string): string {
  const sign = createHmac('sha256', secret).update(url).digest('hex').slice(0, 24);
  return `${URL.canParse(url) ? new URL(url).origin : 'erased:'}/?erased=${sign}`;
}
