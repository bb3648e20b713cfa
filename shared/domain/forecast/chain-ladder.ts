/**
 * The chain ladder: how cumulative values of a young cohort go on, by how those of older cohorts did. Factors and
 * standard errors are those of T. Mack, "Distribution-free calculation of the standard error of chain ladder reserve
 * estimates", ASTIN Bulletin 23 (1993), pages 213-225; the formulas below have the numbers that they have there where
 * they are his.
 */

/** Cumulative values of one cohort at steps 0, 1, 2 ..., as far as they are known. */
export type KnownValues = readonly number[];

/** How values go on from one step to the next. */
export interface DevelopmentFactor {
  /** Sum of the values after the step over the sum before it, of the cohorts that made it; volume-weighted (formula 3). */
  readonly factor: number;
  /** Sigma squared: how far single cohorts were off, per unit of volume (formula 4); null: unknown, of one cohort alone. */
  readonly variance: number | null;
  /** Sum of the values before the step, of the cohorts that made it. */
  readonly volume: number;
}

/** A value that is expected of a step. */
export interface Development {
  /** Cumulative value. */
  readonly value: number;
  /** Its standard error: of the process and of the factors; null: unknown. */
  readonly error: number | null;
  /** What the step itself adds. */
  readonly increase: number;
  /** Standard error of `increase`, under the same assumptions as those of the cumulative value; null: unknown. */
  readonly increaseError: number | null;
}

interface Estimate {
  factor: number;
  volume: number;
  /** Formula 4; null where one cohort made the step. */
  variance: number | null;
}

/** The factor of the step from `k` to `k + 1`; null where all cohorts that made it were 0 before it. */
function estimate(cohorts: readonly KnownValues[], k: number): Estimate | null {
  const made = cohorts.flatMap((values): [number, number][] => {
    const [before, after] = [values[k], values[k + 1]];
    return before === undefined || after === undefined ? [] : [[before, after]];
  });
  const volume = made.reduce((sum, [before]) => sum + before, 0);
  if (volume === 0) return null;
  const factor = made.reduce((sum, [, after]) => sum + after, 0) / volume;
  const weighed = made.filter(([before]) => before > 0);
  if (weighed.length < 2) return { factor, volume, variance: null };
  const squares = weighed.reduce((sum, [before, after]) => sum + before * (after / before - factor) ** 2, 0);
  return { factor, volume, variance: squares / (weighed.length - 1) };
}

/** What of variances comes next, where one cohort alone made the step: they go on falling as they did (Mack, page 219). */
function nextVariance(earlier: number | null | undefined, last: number | null | undefined): number | null {
  if (earlier == null || last == null) return null;
  return Math.min(earlier > 0 ? last ** 2 / earlier : 0, earlier, last);
}

/**
 * The factors of all steps, from step 0 on, that a cohort made; null: all that made it were 0 before it. Later steps
 * tell nonetheless: who bought nothing in the first month may have done so in the second.
 *
 * @param cohorts what is known of each, from step 0 on; values of unfinished periods are no values.
 */
export function developmentFactors(cohorts: readonly KnownValues[]): (DevelopmentFactor | null)[] {
  const factors: (DevelopmentFactor | null)[] = [];
  const steps = Math.max(1, ...cohorts.map((values) => values.length)) - 1;
  for (let k = 0; k < steps; k += 1) {
    const found = estimate(cohorts, k);
    factors.push(
      found && {
        ...found,
        variance: found.variance ?? nextVariance(factors[k - 2]?.variance, factors[k - 1]?.variance),
      },
    );
  }
  return factors;
}

/**
 * What is expected of a cohort after its last known value, step by step as far as the factors go. The error of the
 * cumulative value is Mack's (formula 7, written step by step); that of an increase follows from the same model:
 * `C(k+1) - C(k)` is expected to be `C(k) (f - 1)`.
 *
 * @returns the step after the last known one first; empty where nothing is known or no factor follows.
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
    // Of this step alone: what comes at random, and what the factor may be off.
    const own: number | null = variance === null ? null : variance * (value + value ** 2 / volume);
    const before: number | null = squared;
    const error = (growth: number): number | null =>
      before === null || own === null ? null : growth ** 2 * before + own;
    const increase = value * (factor - 1);
    const increaseSquared = error(factor - 1);
    squared = error(factor);
    value *= factor;
    developments.push({ value, error: rootOf(squared), increase, increaseError: rootOf(increaseSquared) });
  }
  return developments;
}

const rootOf = (squared: number | null): number | null => (squared === null ? null : Math.sqrt(squared));
