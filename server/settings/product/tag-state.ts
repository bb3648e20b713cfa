import { select } from '../../db/statements';
import type { Database } from '../../db/database';
import { hostOf, isUnderDomain } from '../../tracking/http/domains';
import { tagViews, type TagView } from './tag-views';

/** A host whose pages contain the tag. */
export interface SeenHost {
  readonly host: string;
  readonly views: number;
  /** Whether it is the product's domain, a crossdomain one, or a subdomain. */
  readonly known: boolean;
}

/** Events that the tag itself sent since an instant. */
export interface TagState {
  /** Its last counted page view on the product's domains. */
  readonly lastAt: Date | null;
  readonly hosts: readonly SeenHost[];
  /** State of the tag, or the reason for its absence. */
  readonly seen: 'nothing' | 'other_endpoints' | 'silent_landings' | 'other_domains' | 'excluded' | 'known';
  /** Whether the pages' conversions come from visitors without an earlier page view. */
  readonly wrongOrder: boolean;
}

/** Number of latest rows to read. */
const RECENT = 2000;
const RECENT_CONVERSIONS = 50;
/**
 * Time that a page view may take to arrive after the click, and time within which one page sends its view and
 * its conversion.
 */
const ARRIVES_MS = 2 * 60_000;
const SAME_PAGE_MS = 10_000;

function hostsOf(views: readonly TagView[], known: readonly string[]): SeenHost[] {
  const counts = new Map<string, number>();
  for (const { url } of views) {
    const host = hostOf(url);
    if (host) counts.set(host, (counts.get(host) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([host, count]) => ({
      host,
      views: count,
      known: known.some((domain) => isUnderDomain(host, domain)),
    }));
}

/** Returns the state of a product's tag since an instant. @param known the product's own domains */
export async function tagState(
  db: Database,
  productId: number,
  known: readonly string[],
  since: number,
  now: number,
): Promise<TagState> {
  const [sent, others, clicks, wrongOrder] = await Promise.all([
    tagViews(db, productId, since, RECENT),
    select<{ time: number | string }>(db)`SELECT time FROM access WHERE product_id = ${productId}
      AND time >= ${since} LIMIT 1`,
    select<{ door: string }>(db)`SELECT door FROM interaction WHERE product_id = ${productId}
      AND time >= ${since} AND time < ${now - ARRIVES_MS} ORDER BY time DESC LIMIT ${RECENT}`,
    conversionsComeFirst(db, productId, since),
  ]);
  const hosts = hostsOf(sent, known);
  const ofDomain = sent.filter(({ url }) => known.some((domain) => isUnderDomain(hostOf(url) ?? '', domain)));
  const last = ofDomain.find(({ excluded_reason: reason }) => reason === null);
  const silent =
    others.length > 0
      ? 'other_endpoints'
      : clicks.some(({ door }) => door === 'redirect')
        ? 'silent_landings'
        : 'nothing';
  const seen = last ? 'known' : ofDomain.length > 0 ? 'excluded' : sent.length > 0 ? 'other_domains' : silent;
  return { lastAt: last ? new Date(Number(last.time)) : null, hosts, seen, wrongOrder };
}

/**
 * Returns whether most of the pages' latest conversions lack a page view of their visitor before them or on the
 * same page.
 */
async function conversionsComeFirst(db: Database, productId: number, since: number): Promise<boolean> {
  const rows = await select<{ seen: number | string }>(db)`SELECT EXISTS (SELECT 1 FROM access a
    WHERE a.product_id = c.product_id AND a.visitor_id = c.visitor_id
    AND a.time <= c.time + ${SAME_PAGE_MS}) AS seen FROM (SELECT product_id, visitor_id, time, door
    FROM conversion WHERE product_id = ${productId} AND time >= ${since} ORDER BY time DESC
    LIMIT ${RECENT_CONVERSIONS}) c WHERE c.door = 'collect'`;
  const without = rows.filter(({ seen }) => Number(seen) === 0).length;
  return without * 2 > rows.length;
}
