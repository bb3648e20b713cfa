/**
 * Chain ladder: extrapolates cumulative values of a young cohort from the development of older ones
 * (domain.md section 6, "Ad effect"). Factors and standard errors are those of T. Mack, "Distribution-free
 * calculation of the standard error of chain ladder reserve estimates", ASTIN Bulletin 23 (1993), pages
 * 213-225. Formula numbers below refer to that paper.
 */

/** Cumulative values of one cohort at steps 0, 1, 2 ..., as far as observed. */
type KnownValues = readonly number[];

/** Development from one step to the next. */
export interface DevelopmentFactor {
  /**
   * Sum of the values after the step divided by the sum before it, over the cohorts that made it;
   * volume-weighted (formula 3).
   */
  readonly factor: number;
  /**
   * Sigma squared: deviation of single cohorts per unit of volume (formula 4). Null if only one cohort made
   * the step and no extrapolation is possible.
   */
  readonly variance: number | null;
  /** Sum of the values before the step, over the cohorts that made it. */
  readonly volume: number;
}

/** Forecast of one step. */
export interface Development {
  /** Cumulative value. */
  readonly value: number;
  /** Standard error, of process and parameters; null if unknown. */
  readonly error: number | null;
  /** Increase in this step. */
  readonly increase: number;
  /** Standard error of `increase`, under the same assumptions; null if unknown. */
  readonly increaseError: number | null;
}

interface Estimate {
  factor: number;
  volume: number;
  /** Formula 4; null if only one cohort made the step. */
  variance: number | null;
}

/** Estimates the factor from step `k` to `k + 1`. Returns null if all cohorts that made it were 0 before. */
function estimate(cohorts: readonly KnownValues[], k: number): Estimate | null {
  const steps = cohorts.flatMap((values): [number, number][] => {
    const [before, after] = [values[k], values[k + 1]];
    return before === undefined || after === undefined ? [] : [[before, after]];
  });
  const volume = steps.reduce((sum, [before]) => sum + before, 0);
  if (volume === 0) return null;
  const factor = steps.reduce((sum, [, after]) => sum + after, 0) / volume;
  const weighted = steps.filter(([before]) => before > 0);
  if (weighted.length < 2) return { factor, volume, variance: null };
  const squares = weighted.reduce((sum, [before, after]) => sum + before * (after / before - factor) ** 2, 0);
  return { factor, volume, variance: squares / (weighted.length - 1) };
}

/**
 * Extrapolates the variance of a step that only one cohort made: variances keep falling at the same rate
 * (Mack, page 219).
 */
function nextVariance(earlier: number | null | undefined, last: number | null | undefined): number | null {
  if (earlier == null || last == null) return null;
  return Math.min(earlier > 0 ? last ** 2 / earlier : 0, earlier, last);
}

/**
 * Returns the factors of all observed steps, from step 0 on. A factor is null if all cohorts were 0 before
 * the step. Later steps can still have one: customers who buy nothing in the first month may buy in the
 * second.
 *
 * @param cohorts observed values from step 0 on, without unfinished periods
 */
export function developmentFactors(cohorts: readonly KnownValues[]): (DevelopmentFactor | null)[] {
  const factors: (DevelopmentFactor | null)[] = [];
  const steps = Math.max(1, ...cohorts.map((values) => values.length)) - 1;
  for (let k = 0; k < steps; k += 1) {
    const estimated = estimate(cohorts, k);
    factors.push(
      estimated && {
        ...estimated,
        variance: estimated.variance ?? nextVariance(factors[k - 2]?.variance, factors[k - 1]?.variance),
      },
    );
  }
  return factors;
}

/**
 * Forecasts a cohort after its last observed value, step by step while factors exist. The error of the
 * cumulative value is Mack's (formula 7, written step by step). The error of an increase follows from the
 * same model: the expectation of `C(k+1) - C(k)` is `C(k) (f - 1)`.
 *
 * @returns the first unobserved step first; empty without an observed value or factor
 */
export function develop(known: KnownValues, factors: readonly (DevelopmentFactor | null)[]): Development[] {
  const last = known.at(-1);
  if (last === undefined) return [];
  const developments: Development[] = [];
  let value = last;
  let squared: number | null = 0;
  for (const step of factors.slice(known.length - 1)) {
    if (!step) break;
    const { factor, variance, volume } = step;
    // Error of this step alone: process variance and parameter uncertainty.
    const stepVariance: number | null = variance === null ? null : variance * (value + value ** 2 / volume);
    const before: number | null = squared;
    const error = (growth: number): number | null =>
      before === null || stepVariance === null ? null : growth ** 2 * before + stepVariance;
    const increase = value * (factor - 1);
    const increaseSquared = error(factor - 1);
    squared = error(factor);
    value *= factor;
    developments.push({ value, error: rootOf(squared), increase, increaseError: rootOf(increaseSquared) });
  }
  return developments;
}

const rootOf = (squared: number | null): number | null => (squared === null ? null : Math.sqrt(squared));
