import type { SentItem } from '../../shared/i18n/privacy-notice';

/** Addresses in a piece of HTML or script: with a scheme, or without one as attributes and loaders write them. */
const ADDRESS =
  /(?:https?:)?\\?\/\\?\/([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\.[a-z][a-z0-9-]*)(?::\d{1,5})?(?=[\\/"'`?#\s<>&;)]|$)/gi;

/** The hosts that a tag's text names, each once, in their order. */
export function hostsOf(tag: string): string[] {
  return [...new Set([...tag.matchAll(ADDRESS)].map(([, host = '']) => host.toLowerCase()))];
}

const NAMED: readonly (readonly [RegExp, SentItem])[] = [
  [/\{xclid\}/, 'clickId'],
  [/\{(?:ses|key[123])\}/, 'mediaKeys'],
  [/\{(?:args|other_key[123])\}/, 'order'],
  [/\{user_id\}/, 'customerId'],
  [/\{amount\}/, 'amount'],
  [/\{(?:result_id|conversion_id|cv_time|ad_id|status)\}/, 'result'],
];

/** What a tag sends: what its placeholders put into it, and what every request of a browser carries. */
export const itemsOf = (tag: string): SentItem[] => [
  ...NAMED.filter(([pattern]) => pattern.test(tag)).map(([, item]) => item),
  'page',
  'address',
  'cookies',
];
