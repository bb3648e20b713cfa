import { decodeQueryPart, type PassedParam } from './click-query';

/** A landing page's URL, cut apart once so that a click only joins strings. */
export interface LandingPage {
  /** Up to the query's end, without `a_ad` and `a_iid`, ready for one more parameter (ends in `?` or `&`). */
  head: string;
  /** Decoded names of the page's own parameters: they stay as they are. */
  names: ReadonlySet<string>;
  /** `#fragment`, or empty. */
  tail: string;
}

/** Ours alone to set: a page that was copied from a clicked link must not claim another click. */
const OURS = new Set(['a_ad', 'a_iid']);

/**
 * Cuts a page's URL apart.
 * Answers undefined when it is no absolute http(s) URL or carries a user name: such a page is never forwarded to.
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

/** The address as a URL if a browser would read it as the very http(s) page that it names, else undefined. */
export function webUrl(address: string | null | undefined): URL | undefined {
  // Browsers drop control characters and turn backslashes: what is checked must be what is followed.
  if (!address || !/^https?:\/\/[^\s\\\u0000-\u0020\u007f]+$/i.test(address)) return undefined;
  try {
    const url = new URL(address);
    return url.username === '' && url.password === '' && url.hostname !== '' ? url : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The Location of one click: the page's own query and fragment stay, the click's parameters follow
 * (not those whose name the page has), then ours (`a_ad=..&a_iid=..`, or empty).
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
