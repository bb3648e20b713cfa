import { isEventId } from '../../platform/event-id';

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
