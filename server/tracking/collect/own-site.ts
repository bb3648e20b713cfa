import type { IncomingMessage } from 'node:http';
import { isEventId } from '../../platform/event-id';
import { hostOf, isUnderDomain, siteOf } from '../http/domains';
import type { LiveProduct } from '../snapshot/snapshot';

/** Time in which a visitor's first page follows a click. */
const FRESH_MS = 30 * 60_000;

/**
 * Returns the request's origin if it is a page of all these products on the site of this tracker. Only such
 * pages may use the tracker's visitor cookie: browsers send it there, and others must not choose a visitor.
 *
 * @param trackerUrl URL of the tracking endpoints, for products without an own tracking host
 */
export function ownSiteOrigin(
  { headers }: IncomingMessage,
  products: readonly (LiveProduct | undefined)[],
  trackerUrl: string,
): string | undefined {
  const page = hostOf(headers.origin);
  if (page === '' || products.length === 0) return undefined;
  const isSameSite = (tracker: string) => siteOf(tracker) === siteOf(page);
  const isByBrowser = /^same-(site|origin)$/.test(String(headers['sec-fetch-site']));
  const isOwn = products.every(
    (product) =>
      product?.pageHosts.some((host) => isUnderDomain(page, host)) &&
      (isByBrowser ||
        isSameSite(product.trackerHost || hostOf(trackerUrl)) ||
        isSameSite(hostOf(`http://${headers.host}`))),
  );
  return isOwn ? headers.origin : undefined;
}

/** Visitor ids of the tracker's cookies. */
export interface CookieVisitors {
  /** The visitor of the site. */
  durable: string | undefined;
  /** The visitor of the tracker's links. */
  clicked: string | undefined;
}

/**
 * Returns the visitor id under which an event is stored. The tracker's cookie wins over the page's id:
 * browsers delete cookies of scripts within days. A new visitor gets the id of the click that led to the page.
 * One whose id is older than the click keeps it, and with it the history.
 */
export function durableVisitor({ durable, clicked }: CookieVisitors, visitor: string, now: number): string {
  if (durable !== undefined) return durable;
  const isFresh =
    clicked !== undefined &&
    (!isEventId(visitor) ||
      (visitor.slice(0, 12) >= clicked.slice(0, 12) && parseInt(visitor.slice(0, 12), 16) > now - FRESH_MS));
  return isFresh ? clicked : visitor;
}
