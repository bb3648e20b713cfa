import {
  baseKeysOf,
  emptySums,
  measureKeys,
  type BaseKey,
  type BaseSums,
  type Figures,
} from '../../shared/catalog';
import { addDays, countDays, type Day } from '../../shared/domain/calendar';
import { feesByDay } from '../../shared/domain/cost';
import type { Actor } from '../auth/actor';
import { badInput } from '../auth/failure';
import type { Database } from '../db/database';
import { adder, figuresMaker } from './compiled';
import { feesOfAds } from './facts/fees';
import { readFacts, type Fact, type FactTable } from './facts/read-facts';
import type { ReportInput } from './input';
import { namedAds, readReportAds } from './report/read-groups';
import { ofOneState } from './report/read-unchanged';
import { resolveRequest } from './report/request';
import { adSummaries } from './reports/ad-summaries';
import { figureVersion } from './rollups';

/** Metric values of one Tokyo day. */
export interface DayFigures {
  readonly day: Day;
  readonly figures: Figures;
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

const MOST_DAYS = 400;

/**
 * Reads the ad statistics totals of each day in order, all from one data version. Days without facts are
 * zero.
 *
 * @throws Failure FORBIDDEN, BAD_USER_INPUT with the field
 */
export async function dailyFigures(
  db: Database,
  actor: Actor,
  input: DailyInput,
  now: number,
): Promise<DayFigures[]> {
  const { figures } = await ofOneState(db, input.productId, () => readDays(db, actor, input, now));
  return figures;
}

async function readDays(db: Database, actor: Actor, input: DailyInput, now: number) {
  const { adIds, ...asked } = input;
  const request = await resolveRequest(
    db,
    actor,
    adSummaries,
    { ...asked, axis: ['ad'], filters: { adIds } },
    now,
  );
  const { productId, range, model, evaluation, filters } = request;
  const length = countDays(range.from, range.to);
  if (length > MOST_DAYS) throw badInput({ dateTo: { key: 'maxValue', params: { max: MOST_DAYS } } });
  const version = await figureVersion(db, productId, range);
  const measures = input.fields ? request.wanted.measures('figures') : measureKeys;
  const keys = baseKeysOf(measures, model);
  const reading = readReportAds(db, request);
  const [ads, named] = await Promise.all([reading, filters.onAds ? namedAds(reading) : null]);
  const [tables, fees] = await Promise.all([
    readFacts(db, {
      productId,
      range,
      evaluation,
      keys: keys.filter((key) => key !== 'feeYen'),
      groupBy: filters.onAds ? ['day', 'ad_id'] : ['day'],
      cvSettingIds: null,
      only: { ad_id: named },
    }),
    keys.includes('feeYen') ? feesOfAds(db, productId, ads.values()) : new Map<number, never>(),
  ]);
  const feeTable: FactTable = {
    keys: ['feeYen'],
    facts: [...fees].flatMap(([adId, periods]) =>
      feesByDay(range, periods).map(({ day, fee }): Fact => ({ day, ad_id: adId, feeYen: fee })),
    ),
  };
  const sums = new Map<Day, BaseSums>(
    Array.from({ length }, (_, index) => [addDays(range.from, index), emptySums()]),
  );
  for (const table of [...tables, feeTable]) addTo(sums, table, table.keys, filters.onAds ? ads : null);
  const figuresOf = figuresMaker(measures, model);
  const figures = [...sums].map(([day, its]): DayFigures => ({ day, figures: figuresOf(its) }));
  return { figures, version, days: range };
}

/**
 * Adds up facts by day.
 * @param ads only facts of these ads; null: all
 */
function addTo(
  sums: ReadonlyMap<Day, BaseSums>,
  { facts }: FactTable,
  keys: readonly BaseKey[],
  ads: ReadonlyMap<number, unknown> | null,
): void {
  const add = adder(keys);
  for (const fact of facts) {
    const day = sums.get(Number(fact.day));
    if (day && (ads === null || ads.has(fact.ad_id ?? 0))) add(day, fact);
  }
}
