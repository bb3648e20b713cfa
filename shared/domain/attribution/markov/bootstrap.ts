import { creditOf, type CreditMeasure, type JourneyPath } from '../journeys';
import { denseEffects } from './dense-effects';
import { chainOf, stepsOf } from './steps';
import { seeded, type Random } from '../../random';

/** Above this mean, a Poisson draw is split, because exp(-mean) loses digits. */
const LARGE_MEAN = 30;

/**
 * Draws from a Poisson distribution by inversion.
 * @param none the probability of 0, if it is known
 */
export function poisson(mean: number, random: Random, none?: number): number {
  let total = 0;
  let rest = mean;
  for (; rest > LARGE_MEAN; rest -= LARGE_MEAN) total += poisson(LARGE_MEAN, random);
  let probability = none ?? Math.exp(-rest);
  let target = random.next();
  let draw = 0;
  while (target > probability && draw < 1000) {
    target -= probability;
    draw++;
    probability *= rest / draw;
  }
  return total + draw;
}

/** Draws the journeys of a path again. The probabilities of 0 are computed once. */
function meansOf(paths: readonly JourneyPath[], kind: 'conversions' | 'nulls') {
  const means = Float64Array.from(paths, (path) => path[kind]);
  const none = means.map((mean) => (mean > LARGE_MEAN ? NaN : Math.exp(-mean)));
  const draw = (index: number, random: Random): number => {
    const mean = means[index]!;
    if (mean === 0) return 0;
    return mean > LARGE_MEAN ? poisson(mean, random) : poisson(mean, random, none[index]);
  };
  return { draw };
}

/** Sampling interval of a credit. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Returns a quantile of sorted numbers by linear interpolation. */
export function quantile(sorted: ArrayLike<number>, q: number): number {
  const place = q * (sorted.length - 1);
  const below = sorted[Math.floor(place)]!;
  return below + (sorted[Math.ceil(place)]! - below) * (place % 1);
}

/**
 * Estimates the sampling error of credits of order 1: replaces the conversions and nulls of each distinct path
 * by Poisson draws, computes the credits again, and returns their 5% and 95% points (data-driven.md section 4).
 * Amounts of a path follow its drawn conversions.
 */
export function markovIntervals(
  paths: readonly JourneyPath[],
  measure: CreditMeasure,
  { replicates, seed }: { replicates: number; seed: number },
): ReadonlyMap<number, Interval> {
  if (replicates === 0) return new Map();
  const random = seeded(seed);
  const steps = stepsOf(paths, 1);
  const journeys = new Float64Array(paths.length);
  const credit = new Float64Array(paths.length);
  const [conversions, nulls] = [meansOf(paths, 'conversions'), meansOf(paths, 'nulls')];
  const worth = Float64Array.from(paths, (path) =>
    path.conversions > 0 ? creditOf(path, measure) / path.conversions : 0,
  );
  const draws = Array.from({ length: steps.size }, () => new Float64Array(replicates));
  for (let replicate = 0; replicate < replicates; replicate++) {
    let total = 0;
    for (let index = 0; index < journeys.length; index++) {
      const drawn = conversions.draw(index, random);
      journeys[index] = drawn + nulls.draw(index, random);
      credit[index] = drawn * worth[index]!;
      total += credit[index]!;
    }
    const { effects } = denseEffects(chainOf(steps, { journeys, credit }));
    const sum = effects.reduce((all, effect) => all + effect, 0);
    for (const [state, list] of draws.entries())
      list[replicate] = sum > 0 ? (effects[state]! / sum) * total : 0;
  }
  return new Map(
    steps.valuesOf.flatMap(([value], state) => {
      if (value === undefined) return [];
      const sorted = draws[state]!.sort();
      return [[value, { low: quantile(sorted, 0.05), high: quantile(sorted, 0.95) }]];
    }),
  );
}
