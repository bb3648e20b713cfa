import { listPeriods, WeekStart, type DayRange } from '../../shared/domain/calendar';
import {
  effectiveFees,
  feeOfRange,
  feesByDay,
  allocateFee,
  splitEvenly,
  type FeePeriod,
  type AllocationPart,
} from '../../shared/domain/cost';
import {
  baseKeys,
  baseSources,
  columnOf,
  NewAndExistingEvaluation,
  snakeCase,
  type AdCostAllocationMode,
  type BaseKey,
} from '../../shared/catalog';
import { select, sql } from '../db/statements';
import type { Database } from '../db/database';
import { rollupTable, type RollupPeriod } from '../rollups/tables';
import type { KnownAd } from './labels';
import { readFacts, type Fact, type FactTable } from './read-facts';
import type { FactColumn } from './fact-query';

interface FeeRow {
  ad_id: number | null;
  asp_id: number | null;
  period_from: number;
  period_to: number;
  amount_sen: number;
}

/** Reads the fee periods of the ads that have any: their own, otherwise their asp's. */
export async function feesOfAds(
  db: Database,
  productId: number,
  ads: Iterable<KnownAd>,
): Promise<Map<number, readonly FeePeriod[]>> {
  const columns = 'f.ad_id, f.asp_id, f.period_from, f.period_to, f.amount_sen';
  const rows = await db.read<FeeRow>(
    `SELECT ${columns} FROM ad_fee f JOIN ad a ON a.id = f.ad_id WHERE a.product_id = ?
     UNION ALL SELECT ${columns} FROM ad_fee f JOIN asp s ON s.id = f.asp_id WHERE s.product_id = ?`,
    [productId, productId],
    { prepared: true, shared: true },
  );
  const ofAds = new Map<number, FeePeriod[]>();
  const ofAsps = new Map<number, FeePeriod[]>();
  for (const { ad_id, asp_id, period_from, period_to, amount_sen } of rows) {
    const [owners, id] = ad_id === null ? [ofAsps, asp_id ?? 0] : [ofAds, ad_id];
    owners.set(id, [
      ...(owners.get(id) ?? []),
      { from: period_from, to: period_to, amount: amount_sen / 100 },
    ]);
  }
  const fees = new Map<number, readonly FeePeriod[]>();
  if (rows.length === 0) return fees;
  for (const ad of ads) {
    const effective = effectiveFees(ofAds.get(ad.id) ?? [], ofAsps.get(ad.asp_id ?? 0) ?? []);
    if (effective.length > 0) fees.set(ad.id, effective);
  }
  return fees;
}

/** Returns the part of a range that has fees; a report may cover centuries. */
const daysWithFees = ({ from, to }: DayRange, periods: readonly FeePeriod[]): DayRange => ({
  from: Math.max(from, Math.min(...periods.map((period) => period.from))),
  to: Math.min(to, Math.max(...periods.map((period) => period.to))),
});

/**
 * Returns the fees of an ad for the range, or for its days or months, in unrounded yen. Amounts are spread
 * evenly over their days.
 */
function adFeeFacts(
  range: DayRange,
  period: RollupPeriod | null,
  adId: number,
  periods: readonly FeePeriod[],
): Fact[] {
  if (!period) return [{ ad_id: adId, feeYen: feeOfRange(range, periods) }];
  const due = daysWithFees(range, periods);
  if (period === 'day')
    return feesByDay(due, periods).map(({ day, fee }) => ({ ad_id: adId, day, feeYen: fee }));
  return listPeriods(due, 'month', WeekStart.MONDAY).map(({ key, days }) => ({
    ad_id: adId,
    month: key,
    feeYen: feeOfRange(days, periods),
  }));
}

/** Query for costs that are known per whole ad only: period fees and costs reported by media. */
interface WholeQuery {
  readonly productId: number;
  readonly range: DayRange;
  /** Columns finer than the ad that rows or filters use; empty: costs stay whole. */
  readonly finer: readonly FactColumn[];
  readonly mode: AdCostAllocationMode;
  /** Keeps fees per day or month, under `day` or `month`. Split fees always carry their day. */
  readonly period?: RollupPeriod | null;
}

/**
 * Any non-zero sum of these adds its key to the day. Clicks, click cost, final CVs and sales also weight the
 * split.
 */
const PART_KEYS: readonly BaseKey[] = baseKeys.filter(
  (key) => !['fee', 'media'].includes(baseSources[key].table),
);

/** A part of an ad's day. `key` holds the ad and the finer columns. */
type Part = { -readonly [K in keyof AllocationPart]: AllocationPart[K] } & { readonly key: Fact };

/** Reads the finer keys of ads on each day under evaluation 3, by ad and day. */
async function readParts(
  db: Database,
  query: WholeQuery,
  range: DayRange,
  adIds: readonly number[],
): Promise<Map<string, Part[]>> {
  const columns = ['ad_id' as const, ...query.finer];
  const tables = await readFacts(db, {
    productId: query.productId,
    range,
    groupBy: ['day', ...columns],
    keys: PART_KEYS,
    evaluation: NewAndExistingEvaluation.NEW_AND_EXISTING_WITH_HISTORY,
    cvSettingIds: null,
    only: { ad_id: adIds },
  });
  const parts = new Map<string, Part>();
  const byAdAndDay = new Map<string, Part[]>();
  for (const fact of tables.flatMap(({ keys, facts }) =>
    facts.filter((one) => keys.some((key) => one[key])),
  )) {
    const name = ['day' as const, ...columns].map((column) => fact[column]).join('/');
    let part = parts.get(name);
    if (!part) {
      const key = Object.fromEntries(columns.map((column) => [column, fact[column]]));
      part = { key, cvCount: 0, sales: 0, clickCost: 0, clicks: 0 };
      parts.set(name, part);
      const adAndDay = `${fact.ad_id}/${fact.day}`;
      const others = byAdAndDay.get(adAndDay);
      if (others) others.push(part);
      else byAdAndDay.set(adAndDay, [part]);
    }
    part.clicks += fact.clicks ?? 0;
    part.clickCost += fact.costSen ?? 0;
    part.cvCount += fact.cvFinal ?? 0;
    part.sales += fact.amountSen ?? 0;
  }
  return byAdAndDay;
}

/** Amounts of an ad's day as a whole, by base measure. */
interface DayAmounts {
  readonly adId: number;
  readonly day: number;
  readonly whole: Readonly<Partial<Record<BaseKey, number>>>;
}

/** Sums of media reports. */
const REPORT_KEYS = baseKeys.filter((key) => columnOf(key)?.rows === 'media_cost');

/** Reads the media reports of these ads by day. They concern whole ads, so they come from the coarse rows. */
async function readMediaReports(
  db: Database,
  { productId, range }: WholeQuery,
  ads: ReadonlyMap<number, KnownAd>,
): Promise<DayAmounts[]> {
  const rows = await select<Record<'ad_id' | 'day' | BaseKey, number>>(db)`SELECT ad_id, day,
    ${sql(REPORT_KEYS.map((key) => `${snakeCase(key)} AS ${key}`).join(', '))}
    FROM ${sql(rollupTable('media', 'coarse', 'day').name)} WHERE product_id = ${productId}
    AND day BETWEEN ${range.from} AND ${range.to} AND media_days > 0`;
  return rows
    .filter(({ ad_id }) => ads.has(ad_id))
    .map(({ ad_id, day, ...whole }) => ({ adId: ad_id, day, whole }));
}

async function readFees(
  db: Database,
  { productId, range }: WholeQuery,
  ads: ReadonlyMap<number, KnownAd>,
): Promise<DayAmounts[]> {
  const fees = await feesOfAds(db, productId, ads.values());
  return [...fees].flatMap(([adId, periods]) =>
    feesByDay(daysWithFees(range, periods), periods).map(({ day, fee }) => ({
      adId,
      day,
      whole: { feeYen: fee },
    })),
  );
}

/**
 * Splits an amount over the parts of a day. Days with a media report are split evenly: each part holds the
 * report.
 */
const splitAmount = (
  key: BaseKey,
  whole: number,
  parts: readonly Part[],
  mode: AdCostAllocationMode,
): number[] => (key === 'mediaDays' ? splitEvenly(whole, parts.length) : allocateFee(whole, parts, mode));

/** Splits amounts over the parts of their days. */
function splitTable(
  keys: readonly BaseKey[],
  due: readonly DayAmounts[],
  parts: ReadonlyMap<string, readonly Part[]>,
  { finer, mode }: WholeQuery,
): FactTable {
  const facts = due.flatMap(({ adId, day, whole }): Fact[] => {
    const dayParts = parts.get(`${adId}/${day}`) ?? [];
    if (dayParts.length === 0)
      return [{ ...Object.fromEntries(finer.map((column) => [column, 0])), ad_id: adId, day, ...whole }];
    const shares = keys.map((key) => splitAmount(key, whole[key] ?? 0, dayParts, mode));
    return dayParts.map(({ key }, index) => ({
      ...key,
      day,
      ...Object.fromEntries(keys.map((name, place) => [name, shares[place]?.[index] ?? 0])),
    }));
  });
  return { keys, facts };
}

/**
 * Reads costs that are known per whole ad as facts. On rows by ad these are period fees in unrounded yen;
 * media reports are in the rollups there. On finer rows, the fees and reports of each ad and Tokyo day are
 * split by the product's AdCostAllocationMode. If the ad has nothing else on a day, they stay under the ad
 * without a finer key (0). The parts add up to the whole.
 */
export async function readWholeCosts(
  db: Database,
  query: WholeQuery,
  ads: ReadonlyMap<number, KnownAd>,
): Promise<FactTable[]> {
  const { productId, range, finer, period = null } = query;
  if (finer.length === 0) {
    const fees = await feesOfAds(db, productId, ads.values());
    return [
      {
        keys: ['feeYen'],
        facts: [...fees].flatMap(([adId, periods]) => adFeeFacts(range, period, adId, periods)),
      },
    ];
  }
  const [fees, reports] = await Promise.all([readFees(db, query, ads), readMediaReports(db, query, ads)]);
  const due = [...fees, ...reports];
  if (due.length === 0) return [];
  const days = due.map(({ day }) => day);
  // A loop, because there may be one entry per ad and day of several years.
  const span = days.reduce(({ from, to }, day) => ({ from: Math.min(from, day), to: Math.max(to, day) }), {
    from: range.to,
    to: range.from,
  });
  const parts = await readParts(db, query, span, [...new Set(due.map(({ adId }) => adId))]);
  return [splitTable(['feeYen'], fees, parts, query), splitTable(REPORT_KEYS, reports, parts, query)];
}
