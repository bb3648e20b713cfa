import { addDays, dayOf, type Day } from '../../shared/domain/calendar';
import { enumValues } from '../../shared/catalog';
import { ApprovalStatus } from '../../shared/domain/results';
import { DIRECT, countRejectedClicks, type RejectedEventCount } from '../dashboard-alerts/rejected-events';
import type { Actor } from '../auth/actor';
import type { ListService } from '../records/list.service';
import { select, sql } from '../db/statements';
import type { Database } from '../db/database';
import { adPaths, checkAdPageArgs, type AdPaths, type AdPageArgs } from './ad-paths';

/**
 * How touches of an ad arrive: by its own link, its direct link, one of its redirects, or loaded from
 * elsewhere.
 */
type LinkKind = 'own' | 'direct' | 'redirect' | 'loaded';

/** Last events of a link. */
export interface LinkState {
  readonly kind: LinkKind;
  readonly redirectId: number | null;
  /** Within the last 90 days; null: none. */
  readonly lastClickAt: Date | null;
  readonly lastLandingAt: Date | null;
  /** Within the last seven days. */
  readonly refused: readonly RejectedEventCount[];
}

/** Days to look back; each is one point of the key. */
const LOOK_BACK = 90;
/**
 * Maximum number of days whose touches without a redirect are read by endpoint, and of views to read per day.
 */
const MAX_DAYS = 7;
const NEWEST_VIEWS = 500;

const KIND_BY_ENDPOINT: Readonly<Record<string, LinkKind>> = { redirect: 'own', landing: 'direct' };
const kindOf = (endpoint: string): LinkKind => KIND_BY_ENDPOINT[endpoint] ?? 'loaded';
const instant = (time: number | string | null | undefined): Date | null =>
  time == null ? null : new Date(Number(time));

interface ActiveRow {
  redirect_id: number;
  day: Day;
  clicks: number;
  pv: number;
}

/** Reads the last events of an ad's links: days from the rollups, then the time within the day by index. */
class LinkReader {
  constructor(
    private readonly db: Database,
    private readonly productId: number,
    private readonly adId: number,
  ) {}

  /** Reads the days of the ad with any touch or view, by link, newest first. */
  active(today: Day): Promise<ActiveRow[]> {
    const days = Array.from({ length: LOOK_BACK }, (_, back) => addDays(today, -back));
    return select<ActiveRow>(this.db)`SELECT redirect_id, day, SUM(clicks) AS clicks, SUM(pv) AS pv
      FROM rollup_touch_fine_day WHERE product_id = ${this.productId} AND day IN ${days}
      AND ad_id = ${this.adId} GROUP BY redirect_id, day ORDER BY day DESC`;
  }

  async last(
    table: 'interaction' | 'access',
    redirectId: number,
    day: Day | undefined,
  ): Promise<Date | null> {
    if (day === undefined) return null;
    const countedOnly = table === 'interaction' ? ' AND e.counted = 1' : '';
    const [row] = await select<{ last: number | string | null }>(this.db)`SELECT MAX(e.time) AS last
      FROM ${sql(table)} e WHERE e.product_id = ${this.productId} AND e.day = ${day}
      AND e.ad_id = ${this.adId} AND e.redirect_id = ${redirectId}${sql(countedOnly)}`;
    return instant(row?.last);
  }

  /** Reads the last touches without a redirect by kind. */
  async lastByKind(days: readonly Day[]): Promise<Map<LinkKind, Date>> {
    const latest = new Map<LinkKind, Date>();
    for (const day of days.slice(0, MAX_DAYS)) {
      const rows = await select<{ door: string; last: number | string }>(this.db)`SELECT e.door, MAX(e.time)
        AS last FROM interaction e WHERE e.product_id = ${this.productId} AND e.day = ${day}
        AND e.ad_id = ${this.adId} AND e.redirect_id = 0 AND e.counted = 1 GROUP BY e.door`;
      addNewest(latest, rows);
      if (latest.has('own') && latest.has('direct')) break;
    }
    return latest;
  }

  /** Reads the last landings without a redirect by the kind of their touch, on the last day with any. */
  async landingsByKind(day: Day | undefined): Promise<Map<LinkKind, Date>> {
    const latest = new Map<LinkKind, Date>();
    if (day === undefined) return latest;
    const rows = await select<{ door: string; last: number | string }>(this.db)`SELECT i.door,
      MAX(v.time) AS last FROM ( SELECT e.interaction_id, e.time FROM access e
      WHERE e.product_id = ${this.productId} AND e.day = ${day} AND e.ad_id = ${this.adId}
      AND e.redirect_id = 0 ORDER BY e.time DESC LIMIT ${sql(NEWEST_VIEWS)} ) v
      JOIN interaction i ON i.product_id = ${this.productId} AND i.id = v.interaction_id GROUP BY i.door`;
    addNewest(latest, rows);
    return latest;
  }
}

function addNewest(
  latest: Map<LinkKind, Date>,
  rows: readonly { door: string; last: number | string }[],
): void {
  for (const { door, last } of rows) {
    const kind = kindOf(door);
    const at = new Date(Number(last));
    const before = latest.get(kind);
    // Days come newest first, so an earlier entry is newer, unless two endpoints of one kind share the day.
    if (!before || (dayOf(before.getTime()) === dayOf(at.getTime()) && before < at)) latest.set(kind, at);
  }
}

/**
 * Returns the last touch, the last landing and the rejected clicks of each link of an ad.
 *
 * @throws NOT_FOUND for an ad that does not exist or that the actor may not see
 */
async function adLinkStates(
  db: Database,
  ads: ListService,
  actor: Actor,
  adId: number,
  now: number,
): Promise<LinkState[]> {
  const ad = await ads.get(actor, adId, new Set(['id', 'productId']));
  const productId = Number(ad.productId);
  const reader = new LinkReader(db, productId, adId);
  const [active, [own], redirects, refused] = await Promise.all([
    reader.active(dayOf(now)),
    db.read<{ code: string }>('SELECT code FROM ad WHERE id = ?', [adId]),
    select<{ id: number; code: string }>(db)`SELECT id, code FROM redirect WHERE ad_id = ${adId} ORDER BY id`,
    countRejectedClicks(db, productId, adId, now),
  ]);
  const daysWith = (column: 'clicks' | 'pv', redirectId: number): Day[] =>
    active
      .filter((row) => Number(row.redirect_id) === redirectId && Number(row[column]) > 0)
      .map(({ day }) => Number(day));
  const rejectedBy = (code: string | undefined): RejectedEventCount[] =>
    refused
      .filter((one) => one.code === code)
      .map(({ door, reason, count, lastAt }) => ({ door, reason, count, lastAt }));
  const [clicks, landings, redirectStates] = await Promise.all([
    reader.lastByKind(daysWith('clicks', 0)),
    reader.landingsByKind(daysWith('pv', 0)[0]),
    Promise.all(
      redirects.map(async ({ id, code }): Promise<LinkState> => {
        const [lastClickAt, lastLandingAt] = await Promise.all([
          reader.last('interaction', id, daysWith('clicks', id)[0]),
          reader.last('access', id, daysWith('pv', id)[0]),
        ]);
        return { kind: 'redirect', redirectId: id, lastClickAt, lastLandingAt, refused: rejectedBy(code) };
      }),
    ),
  ]);
  const stateWithoutRedirect = (kind: LinkKind, code?: string): LinkState => ({
    kind,
    redirectId: null,
    lastClickAt: clicks.get(kind) ?? null,
    lastLandingAt: landings.get(kind) ?? null,
    refused: rejectedBy(code),
  });
  const loaded = stateWithoutRedirect('loaded');
  return [
    stateWithoutRedirect('own', own?.code),
    ...redirectStates,
    stateWithoutRedirect('direct', DIRECT),
    ...(loaded.lastClickAt ? [loaded] : []),
  ];
}

/** Results of an ad in one state. */
interface ResultState {
  readonly approvalStatus: ApprovalStatus;
  readonly count: number;
  /** Total conversion costs in yen. */
  readonly cvCost: number;
}

/**
 * Counts the results of an ad by state, by the day of their conversions. Includes states without results.
 * @throws FORBIDDEN, BAD_USER_INPUT
 */
async function adResultStates(db: Database, actor: Actor, args: AdPageArgs): Promise<ResultState[]> {
  const { range } = await checkAdPageArgs(db, actor, args);
  const rows = await select<{ status: number; n: number | string; cost: number | string | null }>(db)`SELECT
    e.approval_status AS status, COUNT(*) AS n, SUM(e.cv_cost_sen) AS cost FROM result e
    WHERE e.ad_id = ${args.adId} AND e.day BETWEEN ${range.from} AND ${range.to} GROUP BY e.approval_status`;
  return enumValues(ApprovalStatus).map((approvalStatus) => {
    const match = rows.find(({ status }) => Number(status) === approvalStatus);
    return { approvalStatus, count: Number(match?.n ?? 0), cvCost: Number(match?.cost ?? 0) / 100 };
  });
}

/** Data of the ad page, beside reports. */
export interface AdPageService {
  paths(actor: Actor, args: AdPageArgs & { evaluation?: number | null }): Promise<AdPaths>;
  resultStates(actor: Actor, args: AdPageArgs): Promise<ResultState[]>;
  linkStates(actor: Actor, adId: number): Promise<LinkState[]>;
}

export const adPageService = (db: Database, ads: ListService, now: () => number): AdPageService => ({
  paths: (actor, args) => adPaths(db, actor, args),
  resultStates: (actor, args) => adResultStates(db, actor, args),
  linkStates: (actor, adId) => adLinkStates(db, ads, actor, adId, now()),
});
