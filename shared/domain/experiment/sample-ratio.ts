import { upperGamma } from './gamma';

/** What fell to one variant, and its share as it was meant, in any unit. */
export interface Delivered {
  readonly count: number;
  readonly rate: number;
}

/** Below this probability a split is said not to be the one that was set: rarer than once in a thousand sound tests. */
export const MISMATCH_BELOW = 0.001;
/** Fewer expected in any variant, and chi-square says nothing (W. G. Cochran, Biometrics 10, 1954). */
const LEAST_EXPECTED = 5;

/**
 * Sample ratio test: how likely a split at least as far from the set one comes about by chance, by Pearson's chi-square
 * of goodness of fit (A. Fabijan et al., "Diagnosing Sample Ratio Mismatch", KDD 2019). The counts must be of
 * independent draws: visitors, not their clicks, since a visitor keeps its variant.
 *
 * @returns null where it can't be told: fewer than two variants, or too few expected in one of them.
 *   0 where something fell to a variant that was to get nothing.
 */
export function sampleRatioP(variants: readonly Delivered[]): number | null {
  const meant = variants.filter(({ rate }) => rate > 0);
  if (variants.some(({ count, rate }) => rate <= 0 && count > 0)) return 0;
  const all = meant.reduce((sum, { count }) => sum + count, 0);
  const whole = meant.reduce((sum, { rate }) => sum + rate, 0);
  const parts = meant.map(({ count, rate }) => ({ count, expected: (all * rate) / whole }));
  if (parts.length < 2 || parts.some(({ expected }) => expected < LEAST_EXPECTED)) return null;
  const chiSquare = parts.reduce((sum, { count, expected }) => sum + (count - expected) ** 2 / expected, 0);
  return upperGamma((parts.length - 1) / 2, chiSquare / 2);
}
