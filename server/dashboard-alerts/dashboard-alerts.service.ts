import { dayOf, addDays, DAYS_A_WEEK, type Day, type DayRange } from '../../shared/domain/calendar';
import {
  daysBeforeSilence,
  silenceOf,
  isUnusual,
  UNUSUAL,
  usualRange,
  type VariationKind,
} from '../../shared/domain/watch';
import { allows, ExcludedReason, type MeasureKey, type RightKey } from '../../shared/catalog';
import { ApprovalStatus } from '../../shared/domain/results';
import { recordOf } from '../../shared/records';
import { select, sql } from '../db/statements';
import { allOf, joinInOrder } from '../db/condition';
import type { Database } from '../db/database';
import { readDailyMetrics } from '../analysis';
import type { Actor } from '../auth/actor';
import { ownAgency, requireProduct, requireRight } from '../auth/permissions';
import type { ListArgs } from '../records/list-args';
import type { ListService } from '../records/list.service';
import { requireRead } from '../records/read-plan';
import { countRejectedEvents, type RejectedEventCount } from './rejected-events';
import { countUnreadAmounts, type UnreadAmounts } from './unread-amounts';

/** Event sources of a product: clicks of its links, page views and conversions of its tag or server. */
const SOURCES = { click: 'interaction', view: 'access', conversion: 'conversion' } as const;
type EventSource = keyof typeof SOURCES;

/** A source that has been silent for longer than any pause in the four weeks before. */
export interface SilentSource {
  readonly source: EventSource;
  readonly lastAt: Date;
  /** Finished days since then, and the longest pause before, in days. */
  readonly days: number;
  readonly longestPause: number;
}

/** Returns the days with any event, by one index look-up each. */
async function activeDays(
  db: Database,
  table: string,
  productId: number,
  days: readonly number[],
): Promise<number[]> {
  // One look-up over a list of days is planned once.
  const rows = await db.read<{ day: number; found: number | null }>(
    `SELECT d.day, (SELECT 1 FROM ${table} e WHERE e.product_id = ? AND e.day = d.day LIMIT 1) AS found
      FROM (${days.map(() => 'SELECT ? AS day').join(' UNION ALL ')}) d`,
    [productId, ...days],
  );
  return rows.filter(({ found }) => found !== null).map(({ day }) => Number(day));
}

async function silentSource(
  db: Database,
  productId: number,
  source: EventSource,
  now: number,
): Promise<SilentSource[]> {
  const table = SOURCES[source];
  // Excluded events also show that the source works.
  const [row] = await select<{ last: number | string | null }>(db)`SELECT MAX(time) AS last
    FROM ${sql(table)} WHERE product_id = ${productId} AND time <= ${now}`;
  if (row?.last == null) return [];
  const last = Number(row.last);
  const [lastDay, today] = [dayOf(last), dayOf(now)];
  // The usual case needs no other day.
  if (silenceOf(lastDay, daysBeforeSilence(lastDay), today) === null) return [];
  const silence = silenceOf(
    lastDay,
    await activeDays(db, table, productId, daysBeforeSilence(lastDay)),
    today,
  );
  return silence
    ? [{ source, lastAt: new Date(last), days: silence.days, longestPause: silence.longest }]
    : [];
}

/** Returns the silent sources of a product. */
async function silentSources(db: Database, productId: number, now: number): Promise<SilentSource[]> {
  const sources = await Promise.all(
    (['click', 'view', 'conversion'] as const).map((source) => silentSource(db, productId, source, now)),
  );
  return sources.flat();
}

/** Watched measures, and how each varies. */
const WATCHED = {
  adClickCount: 'count',
  cvTotalFinal: 'count',
  adCost: 'sum',
  amountSum: 'sum',
} as const satisfies Partial<Record<MeasureKey, VariationKind>>;
type WatchedMeasure = keyof typeof WATCHED;
const watchedMeasures = [
  'adClickCount',
  'cvTotalFinal',
  'adCost',
  'amountSum',
] as const satisfies readonly WatchedMeasure[];

/** Number of finished days to evaluate. */
const EVALUATED_DAYS = 7;

/** A day with a value outside the usual range of earlier days with the same weekday. */
export interface UnusualDay {
  readonly day: Day;
  readonly measure: WatchedMeasure;
  readonly value: number;
  readonly median: number;
  readonly low: number;
  readonly high: number;
  /** Number of days with this weekday in the comparison. */
  readonly days: number;
}

/** Values of one day by measure. */
export interface DayValues {
  readonly day: Day;
  readonly values: Readonly<Record<WatchedMeasure, number>>;
}

/** Returns the days needed to evaluate the days before today. */
const daysToEvaluate = (now: number): DayRange => {
  const today = dayOf(now);
  return { from: addDays(today, -EVALUATED_DAYS - UNUSUAL.weeks * DAYS_A_WEEK), to: addDays(today, -1) };
};

/**
 * Returns the unusual days among the last ones, newest first. Days before the first event are unknown, not
 * empty.
 */
function unusualDays(days: readonly DayValues[], now: number): UnusualDay[] {
  const byDay = new Map(days.map(({ day, values }) => [day, values]));
  const first =
    days.find(({ values }) => watchedMeasures.some((measure) => values[measure] !== 0))?.day ?? Infinity;
  const today = dayOf(now);
  return Array.from({ length: EVALUATED_DAYS }, (_, back) => addDays(today, -1 - back)).flatMap((day) =>
    watchedMeasures.flatMap((measure) => {
      const same = Array.from({ length: UNUSUAL.weeks }, (_, week) =>
        addDays(day, -(week + 1) * DAYS_A_WEEK),
      ).filter((earlier) => earlier >= first);
      const usual = usualRange(
        same.map((earlier) => byDay.get(earlier)?.[measure] ?? 0),
        WATCHED[measure],
      );
      const value = byDay.get(day)?.[measure] ?? 0;
      return usual && isUnusual(value, usual) ? [{ day, measure, value, ...usual }] : [];
    }),
  );
}

/** Number of waiting rows, with the time of the longest waiting or last failed one. */
interface Waiting {
  readonly count: number;
  readonly countExact: boolean;
  readonly at: Date | null;
}

/** An ad whose period ends soon. */
interface EndingAd {
  readonly id: number;
  readonly adName: string;
  readonly periodTo: Day;
}

/** Dashboard alerts of a product; null for parts that the role may not see. */
export interface DashboardAlerts {
  readonly pending: Waiting | null;
  readonly failed: Waiting | null;
  /** Conversions that ad platforms refused or never got. */
  readonly unsent: Waiting | null;
  /** Approved results of conversions that became duplicates of an order. */
  readonly duplicates: Waiting | null;
  readonly silent: readonly SilentSource[] | null;
  readonly refused: { readonly exact: boolean; readonly reasons: readonly RejectedEventCount[] } | null;
  readonly unreadAmounts: UnreadAmounts | null;
  readonly ending: readonly EndingAd[] | null;
  readonly unusual: readonly UnusualDay[] | null;
  readonly asOf: Date;
}

/** An ad that ends within these days counts as ending soon, and the maximum number of such ads. */
const SOON_DAYS = 14;
const MAX_ENDING = 20;
/** A failed postback matters for these days. */
const FAILED_DAYS = 30;
const DAY_MS = 86_400_000;

interface Deps {
  readonly db: Database;
  readonly results: ListService;
  readonly resultQueue: ListService;
  readonly conversionSends: ListService;
  readonly now?: () => number;
}

/** Reads the dashboard alerts, each part with the right to the menu it links to. */
export class DashboardAlertsService {
  constructor(private readonly deps: Deps) {}

  /** @throws FORBIDDEN without the dashboard, or for a product outside the actor's list */
  async read(actor: Actor, productId: number): Promise<DashboardAlerts> {
    requireRight(actor, 'dashboard', 'view');
    requireProduct(actor, productId);
    const { db, results, resultQueue, conversionSends, now = Date.now } = this.deps;
    const at = now();
    const canView = (menu: RightKey): boolean => allows(actor.grants[menu], 'view');
    // Tags and rejected events belong to the product, not to an agency.
    const seesProduct = canView('logs') && actor.grants.logs.scope === 'all';
    const [pending, failed, unsent, duplicates, silent, refused, unreadAmounts, ending, unusual] =
      await Promise.all([
        canView('cv_approve')
          ? this.waiting(results, actor, {
              productId,
              filter: { approvalStatus: [ApprovalStatus.PENDING] },
              sortName: 'cvTime',
              sortAsc: true,
            })
          : null,
        canView('postbacks')
          ? this.waiting(resultQueue, actor, {
              productId,
              filter: { resultStatus: [false] },
              timeFrom: new Date(at - FAILED_DAYS * DAY_MS),
              sortName: 'createdAt',
              sortAsc: false,
            })
          : null,
        canView('postbacks')
          ? this.waiting(conversionSends, actor, {
              productId,
              filter: { state: ['refused', 'given_up'] },
              timeFrom: new Date(at - FAILED_DAYS * DAY_MS),
              sortName: 'createdAt',
              sortAsc: false,
            })
          : null,
        canView('cv_approve') ? this.approvedDuplicates(actor, productId) : null,
        seesProduct ? silentSources(db, productId, at) : null,
        seesProduct ? countRejectedEvents(db, productId, at) : null,
        seesProduct ? countUnreadAmounts(db, productId, at) : null,
        canView('ads') ? this.ending(actor, productId, dayOf(at)) : null,
        canView('analyze') ? this.unusual(actor, productId, at) : null,
      ]);
    return {
      pending,
      failed,
      unsent,
      duplicates,
      silent,
      refused: refused && { exact: refused.exact, reasons: refused.counts },
      unreadAmounts,
      ending,
      unusual,
      asOf: new Date(at),
    };
  }

  private async waiting(log: ListService, actor: Actor, args: ListArgs): Promise<Waiting> {
    const { sortName } = args;
    const page = await log.list(
      actor,
      { ...args, pageSize: 1, count: 'capped' },
      new Set([String(sortName)]),
    );
    const time = page.results[0]?.[String(sortName)];
    return { count: page.count, countExact: page.countExact ?? true, at: time instanceof Date ? time : null };
  }

  /** Counts from the duplicates, which are few, not from the results. */
  private async approvedDuplicates(actor: Actor, productId: number): Promise<Waiting> {
    const { db, results } = this.deps;
    const { definition } = results;
    const where = allOf([
      { sql: 'c.product_id = ?', params: [productId] },
      { sql: 'c.excluded_reason = ?', params: [ExcludedReason.DUPLICATE_ORDER] },
      { sql: 'e.approval_status = ?', params: [ApprovalStatus.APPROVED] },
      ...definition.guard(actor, requireRead(actor, definition), [productId]),
    ]);
    const [row] = await db.read<{ n: number | string; last: number | string | null }>(
      `SELECT COUNT(*) AS n, MAX(e.cv_time) AS last FROM conversion c ${joinInOrder(db.dialect)} result e ON e.conversion_id = c.id WHERE ${where.sql}`,
      where.params,
    );
    const last = row?.last ?? null;
    return {
      count: Number(row?.n ?? 0),
      countExact: true,
      at: last === null ? null : new Date(Number(last)),
    };
  }

  private async ending(actor: Actor, productId: number, today: Day): Promise<EndingAd[]> {
    const agency = ownAgency(actor, actor.grants.ads);
    const rows = await this.deps.db.read<{ id: number; ad_name: string; period_to: number }>(
      `SELECT id, ad_name, period_to FROM ad WHERE product_id = ? AND status = 1 AND period_to BETWEEN ? AND ?${agency === null ? '' : ' AND agency_id = ?'}
       ORDER BY period_to, id LIMIT ${MAX_ENDING}`,
      [productId, today, addDays(today, SOON_DAYS), ...(agency === null ? [] : [agency])],
    );
    return rows.map(({ id, ad_name: adName, period_to: periodTo }) => ({ id, adName, periodTo }));
  }

  private async unusual(actor: Actor, productId: number, at: number): Promise<UnusualDay[]> {
    const { from, to } = daysToEvaluate(at);
    const days = await readDailyMetrics(
      this.deps.db,
      actor,
      { productId, dateFrom: from, dateTo: to, fields: watchedMeasures.map((key) => `figures.${key}`) },
      at,
    );
    return unusualDays(
      days.map(({ day, figures }) => ({
        day,
        values: recordOf(watchedMeasures, (key) => figures[key] ?? 0),
      })),
      at,
    );
  }
}
