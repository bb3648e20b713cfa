import { decodeQueryPart, type PassedParam } from './click-query';

/** A landing page's URL, split once so a click only joins strings. */
export interface LandingPage {
  /**
   * URL up to the end of the query, without `a_ad` and `a_iid`; ends in `?` or `&` for the next parameter.
   */
  head: string;
  /** Decoded names of the page's own parameters, which stay unchanged. */
  names: ReadonlySet<string>;
  /** `#fragment`, or empty. */
  tail: string;
}

/** Parameters that only we set. A URL copied from a clicked link must not claim another click. */
const OURS = new Set(['a_ad', 'a_iid']);

/**
 * Splits a page's URL. Returns undefined for anything but an absolute http(s) URL, or for one with a user
 * name: such pages are never forwarded to.
 */
export function landingPage(address: string | null | undefined): LandingPage | undefined {
  const url = webUrl(address);
  if (!url) return undefined;
  const parts = url.search
    .slice(1)
    .split('&')
    .filter((part) => part !== '');
  const own = parts.filter((part) => !OURS.has(nameOf(part)));
  const base = url.origin + url.pathname + '?';
  return {
    head: own.length > 0 ? base + own.join('&') + '&' : base,
    names: new Set(own.map(nameOf)),
    tail: url.hash,
  };
}

/** Returns the address as a URL if browsers read it as exactly this http(s) page, else undefined. */
export function webUrl(address: string | null | undefined): URL | undefined {
  // Browsers drop control characters and turn backslashes: the checked URL must be the one that is followed.
  if (!address || !/^https?:\/\/[^\s\\\u0000-\u0020\u007f]+$/i.test(address)) return undefined;
  try {
    const url = new URL(address);
    return url.username === '' && url.password === '' && url.hostname !== '' ? url : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Builds the Location of a click: the page's own query, the click's parameters (except names that the page
 * has), our own (`a_ad=..&a_iid=..`, or empty), and the page's fragment.
 */
export function landingLocation(page: LandingPage, passed: readonly PassedParam[], ours: string): string {
  let location = page.head;
  for (const param of passed) if (!page.names.has(param.name)) location += param.raw + '&';
  location += ours;
  const last = location.charCodeAt(location.length - 1);
  // 38 is `&`, 63 is `?`: nothing followed the separator.
  return (last === 38 || last === 63 ? location.slice(0, -1) : location) + page.tail;
}

function nameOf(part: string): string {
  const equals = part.indexOf('=');
  return decodeQueryPart(equals < 0 ? part : part.slice(0, equals));
}
