/**
 * When a day is unusual: compared with the same weekdays of the weeks before, by their median and the median of their
 * distances from it (MAD), so that neither a holiday nor a campaign among them moves the yardstick.
 */
export const UNUSUAL = {
  /** Same weekdays before that are looked at, and how many of them must be known. */
  weeks: 8,
  least: 5,
  /** How many spreads away from the median a day is unusual (Iglewicz and Hoaglin, 1993). */
  far: 3.5,
} as const;

/** Makes of a MAD what the standard deviation of normal values would be. */
const LIKE_DEVIATION = 1.4826;

/** The least spread of sums, as a part of their median: equal weeks would make every yen unusual. */
const LEAST_PART = 0.1;

/** What the values are: events, which vary by chance alone as the root of their number, or sums. */
export type WatchedKind = 'count' | 'sum';

/** Between what a day of this weekday is usual. */
export interface UsualRange {
  readonly median: number;
  readonly low: number;
  readonly high: number;
  /** How many days of this weekday it was made of. */
  readonly days: number;
}

/** The middle of some values, of an even number the mean of the two. @throws RangeError for none */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  if (low === undefined || high === undefined) throw new RangeError('There is no median of nothing');
  return (low + high) / 2;
}

const leastSpread = (middle: number, kind: WatchedKind): number =>
  kind === 'count' ? Math.sqrt(Math.max(middle, 1)) : Math.abs(middle) * LEAST_PART;

/** Between what a day is usual, by the values of the same weekday before; null where too few are known. */
export function usualRange(earlier: readonly number[], kind: WatchedKind): UsualRange | null {
  if (earlier.length < UNUSUAL.least) return null;
  const middle = median(earlier);
  const mad = median(earlier.map((value) => Math.abs(value - middle)));
  const reach = UNUSUAL.far * Math.max(mad * LIKE_DEVIATION, leastSpread(middle, kind));
  return { median: middle, low: Math.max(0, middle - reach), high: middle + reach, days: earlier.length };
}

/** Whether a value lies outside; its borders are inside. */
export const isUnusual = (value: number, { low, high }: UsualRange): boolean => value < low || value > high;
