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

/** Escapes a byte. Node decodes the request line as Latin-1, so each character is one byte. */
function escapeByte(character: string): string {
  return '%' + character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');
}

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
    else if (name === 'lpurl') result.lpurl ??= decodeQueryPart(value);
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

/** The tracker's own visitor cookie; the tag uses `_ic_vid` on the advertiser's site. */
const VISITOR = 'ic_tid';
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

  /** Returns headers that delete the cookies of a browser that withdrew consent. */
  removed(header: string | undefined, code: string): string[] {
    const gone = '=; Max-Age=0; HttpOnly; SameSite=Lax; Path=';
    return [
      ...(header !== undefined && cookieValue(header, VISITOR) !== undefined ? [`${VISITOR}${gone}/`] : []),
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

/** Returns the LPO entry in a Cookie header, or 0. */
export function variantOfCookie(header: string | undefined): number {
  const id = Number(header && cookieValue(header, VARIANT));
  return Number.isSafeInteger(id) && id > 0 ? id : 0;
}
