import { upperGamma } from './gamma';

/** Visitors of one variant, and its set share in any unit. */
export interface DeliveredVariant {
  readonly count: number;
  readonly rate: number;
}

/**
 * A split less likely than this counts as a mismatch: a false alarm in fewer than one of a thousand sound
 * tests.
 */
export const MISMATCH_BELOW = 0.001;
/**
 * With fewer expected visitors in a variant, chi-square is unreliable (W. G. Cochran, Biometrics 10, 1954).
 */
const MIN_EXPECTED = 5;

/**
 * Runs the sample ratio test: returns the probability that a split at least as far from the set one occurs by
 * chance. Uses Pearson's chi-square of goodness of fit (A. Fabijan et al., "Diagnosing Sample Ratio
 * Mismatch", KDD 2019). Counts must be independent draws: visitors, not clicks, because a visitor keeps the
 * variant.
 *
 * @returns null with fewer than two variants, or too few expected visitors in one of them; 0 if a variant
 * with rate 0 got visitors
 */
export function sampleRatioP(variants: readonly DeliveredVariant[]): number | null {
  const deliverable = variants.filter(({ rate }) => rate > 0);
  if (variants.some(({ count, rate }) => rate <= 0 && count > 0)) return 0;
  const all = deliverable.reduce((sum, { count }) => sum + count, 0);
  const whole = deliverable.reduce((sum, { rate }) => sum + rate, 0);
  const parts = deliverable.map(({ count, rate }) => ({ count, expected: (all * rate) / whole }));
  if (parts.length < 2 || parts.some(({ expected }) => expected < MIN_EXPECTED)) return null;
  const chiSquare = parts.reduce((sum, { count, expected }) => sum + (count - expected) ** 2 / expected, 0);
  return upperGamma((parts.length - 1) / 2, chiSquare / 2);
}
