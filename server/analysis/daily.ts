import {
  baseKeysOf,
  emptyValues,
  measureKeys,
  type BaseKey,
  type BaseValues,
  type MetricValues,
} from '../../shared/catalog';
import { addDays, countDays, type Day } from '../../shared/domain/calendar';
import { feesByDay } from '../../shared/domain/cost';
import type { Actor } from '../auth/actor';
import { badInput } from '../auth/failure';
import type { Database } from '../db/database';
import { compileAdder, compileMetrics } from './compile-measures';
import { feesOfAds } from '../facts/whole-costs';
import { readFacts, type Fact, type FactTable } from '../facts/read-facts';
import type { ReportInput } from './input';
import { adIdsToList, readReportAds } from './report/read-groups';
import { readConsistentReport } from './report/read-report';
import { resolveRequest } from './report/request';
import { adSummaries } from './reports';
import { readMetricsVersion } from '../rollups';

/** Metric values of one Tokyo day. */
export interface DayMetrics {
  readonly day: Day;
  readonly figures: MetricValues;
}

/** Days, ads and measures to read. */
export interface DailyInput extends Pick<ReportInput, 'productId' | 'attributionModel' | 'evaluation'> {
  readonly dateFrom: Day;
  readonly dateTo: Day;
  /** Only these ads, without direct conversions; absent or empty: all ads. */
  readonly adIds?: readonly number[] | null;
  /** Paths of the fields to read; null: all measures. */
  readonly fields?: readonly string[] | null;
}

const MAX_DAYS = 400;

/**
 * Reads the ad statistics totals of each day in order, all from one data version. Days without facts are
 * zero.
 *
 * @throws Failure FORBIDDEN, BAD_USER_INPUT with the field
 */
export async function readDailyMetrics(
  db: Database,
  actor: Actor,
  input: DailyInput,
  now: number,
): Promise<DayMetrics[]> {
  const { figures } = await readConsistentReport(db, { read: readDays }, actor, input, now);
  return figures;
}

async function readDays(db: Database, actor: Actor, input: DailyInput, now: number) {
  const { adIds, ...params } = input;
  const request = await resolveRequest(
    db,
    actor,
    adSummaries,
    { ...params, axis: ['ad'], filters: { adIds } },
    now,
  );
  const { productId, range, model, evaluation, filters } = request;
  const length = countDays(range.from, range.to);
  if (length > MAX_DAYS) throw badInput({ dateTo: { key: 'maxValue', params: { max: MAX_DAYS } } });
  const version = await readMetricsVersion(db, productId, range);
  const measures = input.fields ? request.requestedFields.measures('figures') : measureKeys;
  const keys = baseKeysOf(measures, model);
  const pendingAds = readReportAds(db, request);
  const [ads, listedAds] = await Promise.all([
    pendingAds,
    filters.hasAdFilter ? adIdsToList(pendingAds) : null,
  ]);
  const [tables, fees] = await Promise.all([
    readFacts(db, {
      productId,
      range,
      evaluation,
      keys: keys.filter((key) => key !== 'feeYen'),
      groupBy: filters.hasAdFilter ? ['day', 'ad_id'] : ['day'],
      cvSettingIds: null,
      only: { ad_id: listedAds },
    }),
    keys.includes('feeYen') ? feesOfAds(db, productId, ads.values()) : new Map<number, never>(),
  ]);
  const feeTable: FactTable = {
    keys: ['feeYen'],
    facts: [...fees].flatMap(([adId, periods]) =>
      feesByDay(range, periods).map(({ day, fee }): Fact => ({ day, ad_id: adId, feeYen: fee })),
    ),
  };
  const sums = new Map<Day, BaseValues>(
    Array.from({ length }, (_, index) => [addDays(range.from, index), emptyValues()]),
  );
  for (const table of [...tables, feeTable]) addTo(sums, table, table.keys, filters.hasAdFilter ? ads : null);
  const computeMetrics = compileMetrics(measures, model);
  const dayMetrics = [...sums].map(([day, daySums]): DayMetrics => ({
    day,
    figures: computeMetrics(daySums),
  }));
  return { figures: dayMetrics, version, dateFrom: range.from, dateTo: range.to };
}

/**
 * Adds up facts by day.
 * @param ads only facts of these ads; null: all
 */
function addTo(
  sums: ReadonlyMap<Day, BaseValues>,
  { facts }: FactTable,
  keys: readonly BaseKey[],
  ads: ReadonlyMap<number, unknown> | null,
): void {
  const add = compileAdder(keys);
  for (const fact of facts) {
    const day = sums.get(Number(fact.day));
    if (day && (ads === null || ads.has(fact.ad_id ?? 0))) add(day, fact);
  }
}
