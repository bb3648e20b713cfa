import { listPeriods, WeekStart, type DayRange } from '../../shared/domain/calendar';
import { effectiveFees, feeOfRange, feesByDay, type FeePeriod } from '../../shared/domain/cost';
import type { Database } from '../db/database';
import type { KnownAd } from './ads';
import type { RollupPeriod } from '../rollups/tables';
import type { Fact } from './read-facts';

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
    { prepared: true },
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
export const daysWithFees = ({ from, to }: DayRange, periods: readonly FeePeriod[]): DayRange => ({
  from: Math.max(from, Math.min(...periods.map((period) => period.from))),
  to: Math.min(to, Math.max(...periods.map((period) => period.to))),
});

/**
 * Returns the fees of an ad for the range, or for its days or months, in unrounded yen. Amounts are spread
 * evenly over their days.
 */
export function adFeeFacts(
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
