import { addDays, countDays, overlap, type Day, type DayRange } from '../calendar';

/** Period fee: an amount in yen for an inclusive period of Tokyo days. */
export interface FeePeriod extends DayRange {
  readonly amount: number;
}

/** Returns an ad's own fees, or those of its asp if it has none (domain.md section 6, "Fees"). */
export function effectiveFees(ofAd: readonly FeePeriod[], ofAsp: readonly FeePeriod[]): readonly FeePeriod[] {
  return ofAd.length > 0 ? ofAd : ofAsp;
}

/**
 * Returns the fee of a range (domain.md section 6, "Fees"): each period's amount is spread evenly over its
 * days, and overlaps are summed, in unrounded yen. A whole period gives exactly its amount.
 */
export function feeOfRange(range: DayRange, periods: readonly FeePeriod[]): number {
  let fee = 0;
  for (const period of periods) {
    const common = overlap(period, range);
    if (!common) continue;
    const days = countDays(common.from, common.to);
    const whole = countDays(period.from, period.to);
    fee += days === whole ? period.amount : (period.amount * days) / whole;
  }
  return fee;
}

/** Returns the fee of each day in a range that has one, in order. */
export function feesByDay(range: DayRange, periods: readonly FeePeriod[]): { day: Day; fee: number }[] {
  const days: { day: Day; fee: number }[] = [];
  for (let day = range.from; day <= range.to; day = addDays(day, 1)) {
    const fee = feeOfRange({ from: day, to: day }, periods);
    if (fee !== 0) days.push({ day, fee });
  }
  return days;
}
