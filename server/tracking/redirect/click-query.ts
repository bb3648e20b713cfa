import { selectClickIds, type ClickIds } from '../../../shared/domain/click-ids';
import { isEventId } from '../../platform/event-id';

/** Click parameters of media; each may have the prefix `a_`. */
export const MEDIA_NAMES = ['xclid', 'ses', 'key1', 'key2', 'key3'] as const;
export type MediaName = (typeof MEDIA_NAMES)[number];
export type MediaValues = Partial<Record<MediaName, string>>;

/** A click parameter that is passed on to the landing page. */
export interface PassedParam {
  /** Decoded name, compared with the names of the page's own parameters. */
  name: string;
  /** As received, safe inside a header. */
  raw: string;
}

/** Parsed query of a link: our own parameters, and those to pass on. */
export interface ClickQuery {
  media: MediaValues;
  /** Requested page, as received. */
  lpurl: string | undefined;
  consentDenied: boolean;
  passed: PassedParam[];
}

const NOTHING: ClickQuery = { media: {}, lpurl: undefined, consentDenied: false, passed: [] };
const MEDIA = new Set<string>(MEDIA_NAMES);
const isMedia = (name: string): name is MediaName => MEDIA.has(name);

/** Characters that must be escaped in a URL's query inside a Location header. */
const UNSAFE = /[^!$%&'()*+,\-./0-9:;=?@A-Z[\]_a-z~]/g;

/** Decodes a form-encoded part; returns a malformed one undecoded. */
export function decodeQueryPart(part: string): string {
  if (!/[%+]/.test(part)) return part;
  const spaced = part.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** Returns the click ids among the parameters to pass on; for equal names the first. */
export function passedClickIds(passed: readonly PassedParam[]): ClickIds | undefined {
  if (passed.length === 0) return undefined;
  return selectClickIds((name) => {
    const param = passed.find((each) => each.name === name);
    return param && decodeQueryPart(/=(.*)/.exec(param.raw)?.[1] ?? '');
  });
}

/** Escapes a byte. Node decodes the request line as Latin-1, so each character is one byte. */
const escapeByte = (character: string): string =>
  '%' + character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');

/**
 * Parses the query (without `?`) of `/r/{code}`. For duplicate media names, the one with `a_` wins, then the
 * first.
 */
export function parseClickQuery(query: string): ClickQuery {
  if (query === '') return NOTHING;
  const result: ClickQuery = { media: {}, lpurl: undefined, consentDenied: false, passed: [] };
  const prefixed: MediaValues = {};
  for (const part of query.replace(UNSAFE, escapeByte).split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decodeQueryPart(equals < 0 ? part : part.slice(0, equals));
    const value = equals < 0 ? '' : part.slice(equals + 1);
    if (isMedia(name)) result.media[name] ??= decodeQueryPart(value);
    else if (name === 'lpurl') result.lpurl ??= value;
    else if (result.lpurl && equals < 0 && /%3D/i.test(part)) result.lpurl += '&' + part;
    else if (!name.startsWith('a_')) result.passed.push({ name, raw: part });
    else if (name === 'a_consent') result.consentDenied ||= value === 'denied';
    else {
      const bare = name.slice(2);
      if (isMedia(bare)) prefixed[bare] ??= decodeQueryPart(value);
    }
  }
  Object.assign(result.media, prefixed);
  return result;
}

/**
 * Returns the pages that a received `lpurl` may mean, the likeliest first. Google's `{lpurl}` escapes `?`,
 * `=` and `#` alone and keeps the encoding of the page. Other systems encode all of it, once per hop.
 */
export function lpurlReadings(value: string): string[] {
  const once = decodeQueryPart(value);
  const ofGoogle = value
    .replace(/%3F/gi, '?')
    .replace(/%3D/gi, '=')
    .replace(/%23/g, '#')
    .replace(/%26(?=[^&%=#]*=)/g, '&');
  return [ofGoogle, once, decodeQueryPart(once)];
}

/** The tracker's own visitor cookie; the tag uses `_ic_vid` on the advertiser's site. */
const VISITOR = 'ic_tid';
/** The visitor of the site that the tracker shares with the advertiser's pages (`_ic_vid` there). */
const SITE_VISITOR = 'ic_vid';
/** LPO variant of a visitor, stored per link by the cookie's path. */
const VARIANT = 'ic_lpo';
const DAYS_180 = 180 * 24 * 60 * 60;

/**
 * Writes the tracker's cookies: HttpOnly, SameSite=Lax, 180 days, and Secure if the tracker or the click uses
 * https.
 */
export class VisitorCookies {
  private readonly onHttps: boolean;
  private readonly basePath: string;

  /** @param trackerUrl URL of the tracking endpoints; a proxy in front strips its path */
  constructor(trackerUrl: string) {
    const { protocol, pathname } = new URL(trackerUrl);
    this.onHttps = protocol === 'https:';
    this.basePath = pathname.replace(/\/+$/, '');
  }

  /** @param byHttps whether the browser used https */
  visitor(visitorId: string, byHttps: boolean): string {
    return `${VISITOR}=${visitorId}; Path=/${this.attributes(byHttps)}`;
  }

  /** Renews the visitor of the site. @param visitorId valid for `isCookieId` */
  siteVisitor(visitorId: string, byHttps: boolean): string {
    return `${SITE_VISITOR}=${visitorId}; Path=/${this.attributes(byHttps)}`;
  }

  /**
   * Returns headers that delete the cookies of a browser that withdrew consent.
   * @param code code of the followed link, if any
   */
  removed(header: string | undefined, code = ''): string[] {
    const gone = '=; Max-Age=0; HttpOnly; SameSite=Lax; Path=';
    return [
      ...[VISITOR, SITE_VISITOR]
        .filter((name) => header !== undefined && cookieValue(header, name) !== undefined)
        .map((name) => `${name}${gone}/`),
      ...(header !== undefined && cookieValue(header, VARIANT) !== undefined
        ? [`${VARIANT}${gone}${this.basePath}/r/${code}`]
        : []),
    ];
  }

  variant(code: string, lpoEntryId: number, byHttps: boolean): string {
    return `${VARIANT}=${lpoEntryId}; Path=${this.basePath}/r/${code}${this.attributes(byHttps)}`;
  }

  private attributes(byHttps: boolean): string {
    return `; Max-Age=${DAYS_180}; HttpOnly; SameSite=Lax${this.onHttps || byHttps ? '; Secure' : ''}`;
  }
}

/** Returns the value of a cookie in a Cookie header, or undefined. */
function cookieValue(header: string, name: string): string | undefined {
  for (let from = 0; ;) {
    const at = header.indexOf(name + '=', from);
    if (at < 0) return undefined;
    if (at === 0 || header[at - 1] === ' ' || header[at - 1] === ';') {
      const end = header.indexOf(';', at);
      return header.slice(at + name.length + 1, end < 0 ? undefined : end).trim();
    }
    from = at + 1;
  }
}

/** Returns the visitor id in a Cookie header if we issued it. */
export function visitorOfCookie(header: string | undefined): string | undefined {
  const id = header && cookieValue(header, VISITOR);
  return id && isEventId(id) ? id : undefined;
}

/** Returns whether an id can be the value of the site's visitor cookie. */
export const isCookieId = (id: string): boolean => /^[\w.~-]{1,128}$/.test(id);

/** Returns the visitor of the site in a Cookie header. */
export function siteVisitorOfCookie(header: string | undefined): string | undefined {
  const id = header && cookieValue(header, SITE_VISITOR);
  return id && isCookieId(id) ? id : undefined;
}

/** Returns the LPO entry in a Cookie header, or 0. */
export function variantOfCookie(header: string | undefined): number {
  const id = Number(header && cookieValue(header, VARIANT));
  return Number.isSafeInteger(id) && id > 0 ? id : 0;
}
