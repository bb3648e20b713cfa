import { addDays, countDays, overlap, type Day, type DayRange } from '../calendar';
import type { CostChange } from './simulation';
import { AdAnalyzeAdjustmentItem } from './allocation';

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

/** Changes by row key. */
export type CostChanges = ReadonlyMap<string, CostChange>;

/** Limits of a set of changes. */
export const costChangeLimits = {
  rows: 200,
  /** Characters of the changes as text. */
  text: 8000,
  percent: { min: -100, max: 10_000 },
  yen: { min: -1e12, max: 1e12 },
  elasticity: { min: 0, max: 5 },
} as const;

const SIGNS = { p: AdAnalyzeAdjustmentItem.PERCENT, y: AdAnalyzeAdjustmentItem.CURRENCY } as const;
/** `12:-20p`, `3.pc:50000y`: the row's value on each axis, then its change. */
const CHANGE = /^(\w{1,20}(?:\.\w{1,20}){0,9}):(-?\d{1,13}(?:\.\d{1,2})?)([py])$/;

/**
 * Returns the key of a row among the rows of the same axes: its id (or device) on each axis, 0 if the ad has
 * no value.
 */
export const costRowKey = (ids: readonly (string | number | null | undefined)[]): string =>
  ids.map((id) => id ?? 0).join('.');

/** Returns whether a change is within the limits. */
export function isValidChange({ by, amount }: CostChange): boolean {
  const { min, max } =
    by === AdAnalyzeAdjustmentItem.PERCENT ? costChangeLimits.percent : costChangeLimits.yen;
  return amount >= min && amount <= max;
}

/** Formats changes as URLs, arguments and stored scenarios write them: `12:-20p,15:50000y`. */
export const formatCostChanges = (changes: CostChanges): string =>
  [...changes]
    .map(([row, { by, amount }]) => `${row}:${amount}${by === AdAnalyzeAdjustmentItem.PERCENT ? 'p' : 'y'}`)
    .join(',');

/** Parses changes. Returns null if the text is malformed, changes a row twice or exceeds a limit. */
export function parseCostChanges(text: string): CostChanges | null {
  if (text.length > costChangeLimits.text) return null;
  const changes = new Map<string, CostChange>();
  for (const part of text.split(',').filter(Boolean)) {
    const [, row, amount, sign] = CHANGE.exec(part) ?? [];
    if (row === undefined || (sign !== 'p' && sign !== 'y') || changes.has(row)) return null;
    const change = { by: SIGNS[sign], amount: Number(amount) };
    if (!isValidChange(change)) return null;
    // A change by zero is dropped.
    if (change.amount !== 0) changes.set(row, change);
  }
  return changes.size > costChangeLimits.rows ? null : changes;
}
