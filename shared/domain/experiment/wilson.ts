import { isRate, type Sample } from './sample';

/** Bounds of a rate. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The normal quantile of 97.5 %: intervals hold 95 %. */
const Z = 1.959963984540054;

/**
 * Returns the 95 % score interval of a rate, without continuity correction (domain.md section 6, "LPO"; E. B.
 * Wilson, JASA 22, 1927; method 3 of R. G. Newcombe, Statistics in Medicine 17, 1998): (2np + z² ± z √(z² +
 * 4npq)) / 2(n + z²).
 *
 * @returns null without trials, or with more successes than trials
 */
export function wilsonInterval(sample: Sample): Interval | null {
  if (!isRate(sample)) return null;
  const { trials: n, successes: k } = sample;
  const centre = 2 * k + Z * Z;
  const reach = Z * Math.sqrt(Z * Z + (4 * k * (n - k)) / n);
  const whole = 2 * (n + Z * Z);
  // With no or only successes, one bound is exactly 0 or 1; rounding must not exceed it.
  return { low: k === 0 ? 0 : (centre - reach) / whole, high: k === n ? 1 : (centre + reach) / whole };
}
