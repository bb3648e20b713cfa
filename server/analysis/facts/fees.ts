import { baseKeys, NewAndExistingEvaluation, type AdCostAllocationMode, type BaseKey } from '../../../shared/catalog';
import { listPeriods, WeekStart, type DayRange } from '../../../shared/domain/calendar';
import { allocateFee, effectiveFees, feeOfRange, feesByDay, type FeePeriod } from '../../../shared/domain/cost';
import type { Database } from '../../db/database';
import type { KnownAd } from './ads';
import type { RollupPeriod } from '../rollups/tables';
import type { FactColumn } from './fact-query';
import { readFacts, type Fact, type FactTable } from './read-facts';

interface FeeRow {
  ad_id: number | null;
  asp_id: number | null;
  period_from: number;
  period_to: number;
  amount_sen: number;
}

/** The period fees of each ad that has any: its own, else its asp's. */
export async function feesOfAds(db: Database, productId: number, ads: Iterable<KnownAd>): Promise<Map<number, readonly FeePeriod[]>> {
  const columns = 'f.ad_id, f.asp_id, f.period_from, f.period_to, f.amount_sen';
  const rows = await db.read<FeeRow>(
    `SELECT ${columns} FROM ad_fee f JOIN ad a ON a.id = f.ad_id WHERE a.product_id = ?
     UNION ALL SELECT ${columns} FROM ad_fee f JOIN asp s ON s.id = f.asp_id WHERE s.product_id = ?`,
    [productId, productId],
  );
  const ofAds = new Map<number, FeePeriod[]>();
  const ofAsps = new Map<number, FeePeriod[]>();
  for (const { ad_id, asp_id, period_from, period_to, amount_sen } of rows) {
    const [owners, id] = ad_id === null ? [ofAsps, asp_id ?? 0] : [ofAds, ad_id];
    owners.set(id, [...(owners.get(id) ?? []), { from: period_from, to: period_to, amount: amount_sen / 100 }]);
  }
  const fees = new Map<number, readonly FeePeriod[]>();
  if (rows.length === 0) return fees;
  for (const ad of ads) {
    const effective = effectiveFees(ofAds.get(ad.id) ?? [], ofAsps.get(ad.asp_id ?? 0) ?? []);
    if (effective.length > 0) fees.set(ad.id, effective);
  }
  return fees;
}

/** What a report asks of the fees. */
export interface FeeQuery {
  readonly productId: number;
  readonly range: DayRange;
  /** Columns finer than the ad by which rows or filters tell facts apart; empty: fees stay whole. */
  readonly finer: readonly FactColumn[];
  readonly mode: AdCostAllocationMode;
  /** Keeps the fees of days or months apart, under `day` or `month`; split ones stand under their day in any case. */
  readonly apart?: RollupPeriod | null;
}

/** Every fact makes its key one of the day's; clicks, click cost, final CVs and sales are what a fee is split by. */
const PART_KEYS: readonly BaseKey[] = baseKeys.filter((key) => key !== 'feeYen');

interface Part {
  /** The ad and the finer columns. */
  readonly key: Fact;
  cvCount: number;
  sales: number;
  clickCost: number;
  clicks: number;
}

/** The finer keys that ads had on each day under evaluation 3, by ad and day. */
async function readParts(db: Database, query: FeeQuery, adIds: readonly number[]): Promise<Map<string, Part[]>> {
  const columns = ['ad_id' as const, ...query.finer];
  const tables = await readFacts(db, {
    productId: query.productId,
    range: query.range,
    groupBy: ['day', ...columns],
    keys: PART_KEYS,
    evaluation: NewAndExistingEvaluation.NEW_AND_EXISTING_WITH_HISTORY,
    cvSettingIds: null,
    only: { ad_id: adIds },
  });
  const parts = new Map<string, Part>();
  const byAdAndDay = new Map<string, Part[]>();
  for (const fact of tables.flatMap(({ facts }) => facts)) {
    const name = ['day' as const, ...columns].map((column) => fact[column]).join('/');
    let part = parts.get(name);
    if (!part) {
      const key = Object.fromEntries(columns.map((column) => [column, fact[column]]));
      part = { key, cvCount: 0, sales: 0, clickCost: 0, clicks: 0 };
      parts.set(name, part);
      const adAndDay = `${fact.ad_id}/${fact.day}`;
      byAdAndDay.set(adAndDay, [...(byAdAndDay.get(adAndDay) ?? []), part]);
    }
    part.clicks += fact.clicks ?? 0;
    part.clickCost += fact.costSen ?? 0;
    part.cvCount += fact.cvFinal ?? 0;
    part.sales += fact.amountSen ?? 0;
  }
  return byAdAndDay;
}

/** The part of a range in which there are fees: a report may be asked for centuries. */
const daysWithFees = ({ from, to }: DayRange, periods: readonly FeePeriod[]): DayRange => ({
  from: Math.max(from, Math.min(...periods.map((period) => period.from))),
  to: Math.min(to, Math.max(...periods.map((period) => period.to))),
});

/** The fees of an ad as they fall on the range, or on its days or months. */
function wholeFees({ range, apart }: FeeQuery, adId: number, periods: readonly FeePeriod[]): Fact[] {
  if (!apart) return [{ ad_id: adId, feeYen: feeOfRange(range, periods) }];
  const due = daysWithFees(range, periods);
  if (apart === 'day') return feesByDay(due, periods).map(({ day, fee }) => ({ ad_id: adId, day, feeYen: fee }));
  return listPeriods(due, 'month', WeekStart.MONDAY).map(({ key, days }) => ({ ad_id: adId, month: key, feeYen: feeOfRange(days, periods) }));
}

/**
 * Period fees as facts, in unrounded yen: each period's amount spread evenly over its days. On rows finer
 * than the ad the fee of each ad and Tokyo day is split by the product's AdCostAllocationMode; a day on which
 * the ad has nothing at all leaves its fee under the ad with no finer key (0). The parts make the whole.
 */
export async function readFees(db: Database, query: FeeQuery, ads: ReadonlyMap<number, KnownAd>): Promise<FactTable> {
  const fees = [...(await feesOfAds(db, query.productId, ads.values()))];
  const table = (facts: Fact[]): FactTable => ({ keys: ['feeYen'], facts });
  if (query.finer.length === 0) return table(fees.flatMap(([adId, periods]) => wholeFees(query, adId, periods)));
  const due = fees.flatMap(([adId, periods]) => feesByDay(daysWithFees(query.range, periods), periods).map(({ day, fee }) => ({ adId, day, fee })));
  if (due.length === 0) return table([]);
  const parts = await readParts(db, query, [...new Set(due.map(({ adId }) => adId))]);
  return table(
    due.flatMap(({ adId, day, fee }): Fact[] => {
      const mine = parts.get(`${adId}/${day}`) ?? [];
      if (mine.length === 0) return [{ ...Object.fromEntries(query.finer.map((column) => [column, 0])), ad_id: adId, day, feeYen: fee }];
      const shares = allocateFee(fee, mine, query.mode);
      return mine.map(({ key }, index) => ({ ...key, day, feeYen: shares[index] ?? 0 }));
    }),
  );
}
