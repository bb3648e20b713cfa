import { isEventId } from '../../event-id';

/** The tracker's own visitor cookie. Not `_ic_vid`, which the tag keeps on the advertiser's site. */
const VISITOR = 'ic_tid';
/** The LPO variant that a visitor got, kept per link by the cookie's path. */
const VARIANT = 'ic_lpo';
const DAYS_180 = 180 * 24 * 60 * 60;

/** Writes the tracker's cookies: HttpOnly, SameSite=Lax, 180 days, Secure where the tracker is on https or the click came by it. */
export class VisitorCookies {
  private readonly onHttps: boolean;
  private readonly basePath: string;

  /** @param trackerUrl address of the tracking side; its path is the part that a proxy in front takes away */
  constructor(trackerUrl: string) {
    const { protocol, pathname } = new URL(trackerUrl);
    this.onHttps = protocol === 'https:';
    this.basePath = pathname.replace(/\/+$/, '');
  }

  /** @param byHttps whether the browser asked by https */
  visitor(visitorId: string, byHttps: boolean): string {
    return `${VISITOR}=${visitorId}; Path=/${this.attributes(byHttps)}`;
  }

  /** Takes the cookies away that a browser still has: consent was withdrawn since. */
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

/** Value of a cookie in a Cookie header, or undefined. */
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

/** The visitor that a Cookie header names, if we gave the id. */
export function visitorOfCookie(header: string | undefined): string | undefined {
  const id = header && cookieValue(header, VISITOR);
  return id && isEventId(id) ? id : undefined;
}

/** The LPO entry that a Cookie header names, or 0. */
export function variantOfCookie(header: string | undefined): number {
  const id = Number(header && cookieValue(header, VARIANT));
  return Number.isSafeInteger(id) && id > 0 ? id : 0;
}
