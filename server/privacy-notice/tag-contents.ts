import type { SentItem } from './notice-text';

/** Matches URLs in HTML or script, with a scheme or without one. Attributes and loaders often omit it. */
const ADDRESS =
  /(?:https?:)?\\?\/\\?\/([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\.[a-z][a-z0-9-]*)(?::\d{1,5})?(?=[\\/"'`?#\s<>&;)]|$)/gi;

/** Lists the distinct hosts that a tag names, in order of appearance. */
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

/** Lists the data that a tag sends: its placeholders, plus the data of every browser request. */
export const itemsOf = (tag: string): SentItem[] => [
  ...NAMED.filter(([pattern]) => pattern.test(tag)).map(([, item]) => item),
  'page',
  'address',
  'cookies',
];
