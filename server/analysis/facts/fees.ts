import { baseKeys, NewAndExistingEvaluation, type AdCostAllocationMode, type BaseKey } from '../../../shared/catalog';
import type { DayRange } from '../../../shared/domain/calendar';
import { allocateFee, effectiveFees, feeOfRange, feesByDay, type FeePeriod } from '../../../shared/domain/cost';
import type { Database } from '../../db/database';
import { adder } from './adder';
import type { KnownAd } from './ads';
import type { FactColumn } from './fact-query';
import { readFacts, type Fact, type FactKey } from './read-facts';

interface FeeRow {
  ad_id: number | null;
  asp_id: number | null;
  period_from: number;
  period_to: number;
  amount_sen: number;
}

/** The registered fees of each ad that has any: its own, else its asp's. */
async function feesOfAds(db: Database, productId: number, ads: Iterable<KnownAd>): Promise<Map<number, readonly FeePeriod[]>> {
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
}

/** Every fact makes its key one of the day's; clicks, click cost, final CVs and sales are what a fee is split by. */
const PART_KEYS: readonly BaseKey[] = baseKeys.filter((key) => key !== 'fee_yen');

const add = adder(['fee_yen']);

interface Part {
  readonly key: FactKey;
  cvCount: number;
  sales: number;
  clickCost: number;
  clicks: number;
}

/** The finer keys that ads had on each day under evaluation 3, by ad and day. */
async function readParts(db: Database, query: FeeQuery, adIds: readonly number[]): Promise<Map<string, Part[]>> {
  const facts = await readFacts(db, {
    productId: query.productId,
    range: query.range,
    groupBy: ['day', 'ad_id', ...query.finer],
    keys: PART_KEYS,
    evaluation: NewAndExistingEvaluation.NEW_AND_EXISTING_WITH_HISTORY,
    cvSettingIds: null,
    only: { ad_id: adIds },
  });
  const parts = new Map<string, Part>();
  const byAdAndDay = new Map<string, Part[]>();
  for (const { key, sums } of facts) {
    const name = ['day' as const, 'ad_id' as const, ...query.finer].map((column) => key[column]).join('/');
    let part = parts.get(name);
    if (!part) {
      part = { key, cvCount: 0, sales: 0, clickCost: 0, clicks: 0 };
      parts.set(name, part);
      const adAndDay = `${key.ad_id}/${key.day}`;
      byAdAndDay.set(adAndDay, [...(byAdAndDay.get(adAndDay) ?? []), part]);
    }
    part.clicks += sums.clicks ?? 0;
    part.clickCost += sums.cost_sen ?? 0;
    part.cvCount += sums.cv_final ?? 0;
    part.sales += sums.amount_sen ?? 0;
  }
  return byAdAndDay;
}

/**
 * Registered fees as facts, in unrounded yen: each period's amount spread evenly over its days. On rows finer
 * than the ad the fee of each ad and Tokyo day is split by the product's AdCostAllocationMode; a day on which
 * the ad has nothing at all leaves its fee under the ad with no finer key (0). The parts make the whole.
 */
export async function readFees(db: Database, query: FeeQuery, ads: ReadonlyMap<number, KnownAd>): Promise<Fact[]> {
  const fees = [...(await feesOfAds(db, query.productId, ads.values()))];
  if (query.finer.length === 0) {
    return fees
      .map(([adId, periods]): Fact => ({ key: { ad_id: adId }, sums: { fee_yen: feeOfRange(query.range, periods) }, add }))
      .filter((fact) => fact.sums.fee_yen !== 0);
  }
  const due = fees.flatMap(([adId, periods]) => {
    // Day by day only where there are fees: a report may be asked for centuries.
    const from = Math.max(query.range.from, Math.min(...periods.map((period) => period.from)));
    const to = Math.min(query.range.to, Math.max(...periods.map((period) => period.to)));
    return feesByDay({ from, to }, periods).map(({ day, fee }) => ({ adId, day, fee }));
  });
  if (due.length === 0) return [];
  const parts = await readParts(db, query, [...new Set(due.map(({ adId }) => adId))]);
  return due.flatMap(({ adId, day, fee }): Fact[] => {
    const mine = parts.get(`${adId}/${day}`) ?? [];
    if (mine.length === 0) {
      const none = Object.fromEntries(query.finer.map((column) => [column, 0]));
      return [{ key: { ad_id: adId, ...none }, sums: { fee_yen: fee }, add }];
    }
    const shares = allocateFee(fee, mine, query.mode);
    return mine.map(({ key }, index) => ({ key, sums: { fee_yen: shares[index] }, add }));
  });
}
