import type { TagPage } from '../page-pattern';
import { allowed } from './guard';

/** Result of a match: undefined for no match, else the order's query string or ''. */
export type PatternAnswer = string | undefined;

const readable = (text: string): string => allowed(() => decodeURI(text)) || text;

/** Matches a page with a CV setting's URL. Returns the parameters that distinguish orders. */
export function matchPage(pattern: TagPage | undefined, address: string): PatternAnswer {
  if (!pattern || !address) return undefined;
  // Decodes each part alone: a query may be in another encoding.
  if (!new RegExp(pattern.at).test(address.replace(/[^?#]+/g, readable))) return undefined;
  const actual = new URLSearchParams(address.replace(/^[^?#]*|[?#]/g, '&'));
  const order = new URLSearchParams();
  for (const [name, value, isOrder] of pattern.query) {
    const found = actual.get(name);
    if (found === null || !new RegExp(value).test(found)) return undefined;
    if (isOrder && found) order.append(name, found);
  }
  return order.toString();
}
