/**
 * Criteria of an unusual day. It is compared with the same weekdays before, by their median and the median
 * absolute deviation (MAD). Single holidays or campaigns don't distort these.
 */
export const UNUSUAL = {
  /** Number of earlier weekdays to use, and how many of them must be known. */
  weeks: 8,
  minWeeks: 5,
  /** Number of spreads from the median beyond which a day is unusual (Iglewicz and Hoaglin, 1993). */
  maxSpreads: 3.5,
} as const;

/** Scales a MAD to the standard deviation of normal values. */
const MAD_TO_DEVIATION = 1.4826;

/**
 * Minimum spread of sums, as a fraction of the median: otherwise equal weeks would make every yen unusual.
 */
const MIN_SPREAD_FRACTION = 0.1;

/** Kind of value: event counts vary by the square root of their number, sums by their spread. */
export type VariationKind = 'count' | 'sum';

/** Usual range of a weekday. */
export interface UsualRange {
  readonly median: number;
  readonly low: number;
  readonly high: number;
  /** Number of days that it is based on. */
  readonly days: number;
}

/**
 * Returns the median; for an even number of values the mean of the two middle ones. @throws RangeError
 * without values
 */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  if (low === undefined || high === undefined) throw new RangeError('no values to take the median of');
  return (low + high) / 2;
}

const minSpread = (middle: number, kind: VariationKind): number =>
  kind === 'count' ? Math.sqrt(Math.max(middle, 1)) : Math.abs(middle) * MIN_SPREAD_FRACTION;

/**
 * Returns the usual range of a day by the values of the same weekday before, or null if too few are known.
 */
export function usualRange(earlier: readonly number[], kind: VariationKind): UsualRange | null {
  if (earlier.length < UNUSUAL.minWeeks) return null;
  const middle = median(earlier);
  const mad = median(earlier.map((value) => Math.abs(value - middle)));
  const tolerance = UNUSUAL.maxSpreads * Math.max(mad * MAD_TO_DEVIATION, minSpread(middle, kind));
  return {
    median: middle,
    low: Math.max(0, middle - tolerance),
    high: middle + tolerance,
    days: earlier.length,
  };
}

/** Returns whether a value is outside the range; the bounds are inside. */
export const isUnusual = (value: number, { low, high }: UsualRange): boolean => value < low || value > high;
