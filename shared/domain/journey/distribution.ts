/** Quantiles shown with a distribution. */
export const QUANTILES = { p25: 0.25, p50: 0.5, p75: 0.75, p90: 0.9 } as const;
export type QuantileName = keyof typeof QUANTILES;

/** Returns the rank (from 1) of a quantile among n >= 1 sorted values, by the nearest-rank method. */
export const quantileRank = (share: number, n: number): number => Math.max(1, Math.ceil(share * n));

/**
 * Returns a quantile of counted values, or null without any.
 *
 * @param counts values in ascending order, each with its count
 */
export function quantileOf(
  counts: readonly (readonly [value: number, times: number])[],
  share: number,
): number | null {
  const n = counts.reduce((sum, [, times]) => sum + times, 0);
  if (n === 0) return null;
  const rank = quantileRank(share, n);
  let before = 0;
  for (const [value, times] of counts) {
    before += times;
    if (before >= rank) return value;
  }
  return null;
}

const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;

/** Lower bounds of the latency histogram, in seconds; the last bar is open. */
export const LATENCY_BINS: readonly number[] = [
  0,
  10 * MINUTE,
  HOUR,
  6 * HOUR,
  DAY,
  3 * DAY,
  7 * DAY,
  14 * DAY,
  30 * DAY,
  60 * DAY,
  90 * DAY,
];

/** Lower bounds of the path length histogram: one bar each up to ten touches; the last bar is open. */
export const TOUCH_BINS: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 16, 21, 31];

/** Returns the index of the bar that contains a value. */
export function binIndex(bins: readonly number[], value: number): number {
  let bin = 0;
  while (bin + 1 < bins.length && value >= (bins[bin + 1] ?? Infinity)) bin += 1;
  return bin;
}

/** Collapses consecutive repeats into one step: A A B A becomes A B A. */
export function collapseRepeats<A>(ads: readonly A[]): A[] {
  const steps: A[] = [];
  let before: A | undefined;
  for (const ad of ads) {
    if (steps.length > 0 && ad === before) continue;
    steps.push(ad);
    before = ad;
  }
  return steps;
}
