import { pathClassesOf } from '../../../shared/domain/journey';
import { listPeriods } from '../../../shared/domain/calendar';
import { CvType } from '../../../shared/catalog';
import { allOf, oneOf, type Condition } from '../../db/condition';
import type { Database } from '../../db/database';
import { readAds } from '../../facts/labels';
import { readMetricsVersion } from '../../rollups';
import type { ReportRequest } from '../report/request';
import { NO_FILTERS } from '../report/filters';

/** Parts of a request that decide which conversions it counts. */
export type ConversionScope = Pick<ReportRequest, 'productId' | 'range' | 'evaluation' | 'filters'>;

/**
 * Returns the condition for a report's conversions, each as the touch `t` it is credited to: the last of its
 * evaluated path, or the row without an ad of a direct one. Filters apply to that touch, as in every report.
 */
export function creditedCondition({ productId, range, evaluation, filters }: ConversionScope): Condition {
  const { ads, redirectIds, devices, cvSettingIds } = filters;
  const ofAds = Object.entries(ads).flatMap(([column, values]) =>
    values ? [oneOf(`a.${column}`, values)] : [],
  );
  return allOf([
    { sql: 't.product_id = ? AND t.day BETWEEN ? AND ?', params: [productId, range.from, range.to] },
    oneOf('t.class', pathClassesOf(evaluation)),
    { sql: 't.is_last = 1', params: [] },
    ...(ofAds.length > 0 ? [adIsOneOf(productId, ofAds)] : []),
    ...(redirectIds ? [oneOf('t.redirect_id', redirectIds)] : []),
    ...(devices ? [oneOf('t.device', devices)] : []),
    ...(cvSettingIds ? [oneOf('t.cv_setting_id', cvSettingIds)] : []),
  ]);
}

function adIsOneOf(productId: number, conditions: readonly Condition[]): Condition {
  const { sql, params } = allOf(conditions);
  return {
    sql: `t.ad_id IN (SELECT a.id FROM ad a WHERE a.product_id = ? AND ${sql})`,
    params: [productId, ...params],
  };
}

/** Cached answers by database; the latest ones stay. */
interface AnswerStore {
  readonly limit: number;
  readonly answers: WeakMap<Database, Map<string, Promise<unknown>>>;
}

export const createStore = (limit: number): AnswerStore => ({ limit, answers: new WeakMap() });

/** Enough for a few people on a few screens. */
const DEFAULT_STORE = createStore(100);

/** Computes an answer once per request and dependencies; later callers share it. */
export type AnswerCache = <T>(dependsOn: unknown, make: () => Promise<T>) => Promise<T>;

/**
 * Caches answers that need all conversions of the days, until their metrics version or the ads in the filters
 * change. Callers with the same request share a pending answer.
 */
export async function answerCache(
  db: Database,
  { productId, range, evaluation, filters }: ConversionScope,
  version: number,
  { limit, answers }: AnswerStore = DEFAULT_STORE,
): Promise<AnswerCache> {
  const ads = filters.hasAdFilter ? [...(await readAds(db, productId, filters.ads, [])).keys()] : null;
  const entries = answers.get(db) ?? new Map<string, Promise<unknown>>();
  answers.set(db, entries);
  return <T>(dependsOn: unknown, make: () => Promise<T>): Promise<T> => {
    const key = JSON.stringify([dependsOn, productId, range, evaluation, filters, ads, version]);
    const cached = entries.get(key);
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- made by the same function under this name
    if (cached) return cached as Promise<T>;
    const [oldest] = entries.keys();
    if (oldest !== undefined && entries.size >= limit) entries.delete(oldest);
    const answer = make();
    entries.set(key, answer);
    // Failures are not cached.
    answer.catch(() => entries.delete(key));
    return answer;
  };
}

/** Caches an answer about all conversions of the days, independent of report filters. */
export async function cacheUnfiltered<T>(
  db: Database,
  all: Omit<ConversionScope, 'filters'>,
  dependsOn: unknown,
  make: () => Promise<T>,
): Promise<T> {
  const cache = await answerCache(
    db,
    { ...all, filters: NO_FILTERS },
    await readMetricsVersion(db, all.productId, all.range),
  );
  return cache(dependsOn, make);
}

/** Computes an answer per month of the days (or part of it). Unchanged months are cached. */
export async function cacheByMonth<T>(
  db: Database,
  request: ConversionScope,
  store: AnswerStore,
  make: (month: ConversionScope) => Promise<T>,
): Promise<T[]> {
  const all: T[] = [];
  for (const { days } of listPeriods(request.range, 'month', 0)) {
    const month = { ...request, range: days };
    const cache = await answerCache(db, month, await readMetricsVersion(db, request.productId, days), store);
    all.push(await cache('month', () => make(month)));
  }
  return all;
}

/** Conversions as number columns, ordered by day and id. A year of them takes a few megabytes. */
export interface CreditedColumns {
  /** Doubles, because ids exceed 32 bits. */
  readonly ids: Float64Array;
  readonly days: Int32Array;
  readonly touches: Int32Array;
  /** Ads they are credited to; 0 for none. */
  readonly ads: Int32Array;
  readonly isFinal: Uint8Array;
  /** Whole 1/100 yen. */
  readonly amounts: Float64Array;
  /** Milliseconds from the first touch; meaningless for direct conversions. */
  readonly latencies: Float64Array;
}

interface CreditedRow {
  id: number;
  day: number;
  n: number;
  ad_id: number;
  cv_type: number;
  amount_sen: number;
  latency_ms: number;
}

/** Cached months: a year for two requests. */
const MONTHS = createStore(24);

async function columnsOf(db: Database, month: ConversionScope): Promise<CreditedColumns> {
  const { sql, params } = creditedCondition(month);
  const rows = await db.read<CreditedRow>(
    `SELECT t.conversion_id AS id, t.day, t.n, t.ad_id, t.cv_type, t.amount_sen, t.latency_ms FROM conversion_touch t WHERE ${sql} ORDER BY t.day, t.conversion_id`,
    params,
    { prepared: true },
  );
  return {
    ids: Float64Array.from(rows, ({ id }) => id),
    days: Int32Array.from(rows, ({ day }) => day),
    touches: Int32Array.from(rows, ({ n }) => n),
    ads: Int32Array.from(rows, ({ ad_id: ad }) => ad),
    isFinal: Uint8Array.from(rows, ({ cv_type: type }) => Number(type === CvType.LAST_CV)),
    amounts: Float64Array.from(rows, ({ amount_sen: amount }) => amount),
    latencies: Float64Array.from(rows, ({ latency_ms: latency }) => latency),
  };
}

function concat<T extends Int32Array | Uint8Array | Float64Array>(
  whole: T,
  parts: readonly ArrayLike<number>[],
): T {
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Reads the report's conversions month by month; unchanged months are cached. */
export async function readCredited(db: Database, request: ConversionScope): Promise<CreditedColumns> {
  const months = await cacheByMonth(db, request, MONTHS, (month) => columnsOf(db, month));
  const count = months.reduce((sum, { ids }) => sum + ids.length, 0);
  return {
    ids: concat(
      new Float64Array(count),
      months.map(({ ids }) => ids),
    ),
    days: concat(
      new Int32Array(count),
      months.map(({ days }) => days),
    ),
    touches: concat(
      new Int32Array(count),
      months.map(({ touches }) => touches),
    ),
    ads: concat(
      new Int32Array(count),
      months.map(({ ads }) => ads),
    ),
    isFinal: concat(
      new Uint8Array(count),
      months.map(({ isFinal }) => isFinal),
    ),
    amounts: concat(
      new Float64Array(count),
      months.map(({ amounts }) => amounts),
    ),
    latencies: concat(
      new Float64Array(count),
      months.map(({ latencies }) => latencies),
    ),
  };
}
