import { creditOf, type CreditMeasure, type Journeys } from '../journeys';
import { denseEffects } from './dense-effects';
import { chainFrom, stepsOf, type ChainCounts, type Steps } from './steps';
import { seeded, type Random } from '../../random';

/** Above this mean, a Poisson draw is split, because exp(-mean) loses digits. */
const LARGE_MEAN = 30;

/** Entries of a table that says where to begin to search. */
const GUIDE = 1024;

/** A Poisson distribution, drawn from by inversion: as a sum of parts with equal means. */
export class Poisson {
  private readonly parts: number;
  /** Probabilities of at most 0, 1, 2... of a part. */
  private readonly atMost: Float64Array;
  /** The draw of the lowest target in each of `GUIDE` equal ranges, because a search from 0 takes twice as long. */
  private readonly guide: Uint8Array;

  constructor(mean: number) {
    this.parts = Math.max(1, Math.ceil(mean / LARGE_MEAN));
    const own = mean / this.parts;
    const atMost: number[] = [];
    let probability = Math.exp(-own);
    let sum = probability;
    for (let n = 1; probability > 0 && sum < 1; n++) {
      atMost.push(sum);
      probability *= own / n;
      sum += probability;
    }
    this.atMost = Float64Array.from([...atMost, 1]);
    this.guide = Uint8Array.from({ length: GUIDE }, (_, range) =>
      this.atMost.findIndex((most) => range / GUIDE < most),
    );
  }

  draw(random: Random): number {
    let total = 0;
    for (let part = 0; part < this.parts; part++) {
      const target = random.next();
      let draw = this.guide[Math.floor(target * GUIDE)]!;
      while (target >= this.atMost[draw]!) draw++;
      total += draw;
    }
    return total;
  }
}

/** Replicates that are drawn side by side: each step of a path is then read once for all of them. */
const LANES = 4;

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

/** What `drawCounts` reads. */
interface Drawing {
  readonly journeys: Journeys;
  readonly steps: Steps;
  readonly ofConversions: readonly Poisson[];
  readonly ofNulls: readonly Poisson[];
  /** Credit of a conversion of each path. */
  readonly worth: Float64Array;
}

/** Draws some replicates at once. Numbers of the same place in all of them are neighbours. */
function drawCounts(
  { journeys, steps, ofConversions, ofNulls, worth }: Drawing,
  random: Random,
): ChainCounts {
  const { conversions, nulls } = journeys;
  const { taken, ends, last } = steps;
  const count = new Float64Array(steps.from.length * LANES);
  const ended = new Float64Array(steps.size * LANES);
  const credit = new Float64Array(steps.size * LANES);
  const drawn = new Float64Array(LANES);
  for (let path = 0, step = 0; path < ends.length; path++) {
    const [end, state] = [ends[path]!, last[path]! * LANES];
    let any = 0;
    for (let lane = 0; lane < LANES; lane++) {
      const converting = conversions[path] === 0 ? 0 : ofConversions[path]!.draw(random);
      const journey = converting + (nulls[path] === 0 ? 0 : ofNulls[path]!.draw(random));
      drawn[lane] = journey;
      any += journey;
      ended[state + lane]! += journey;
      credit[state + lane]! += converting * worth[path]!;
    }
    if (any > 0)
      for (; step < end; step++)
        for (let lane = 0, place = taken[step]! * LANES; lane < LANES; lane++)
          count[place + lane]! += drawn[lane]!;
    step = end;
  }
  return { count, ended, credit };
}

/** Returns the numbers of one replicate. */
function laneOf(numbers: Float64Array, lane: number): Float64Array {
  const own = new Float64Array(numbers.length / LANES);
  for (let place = 0; place < own.length; place++) own[place] = numbers[place * LANES + lane]!;
  return own;
}

/**
 * Estimates the sampling error of credits of order 1: replaces the conversions and nulls of each path by Poisson
 * draws, computes the credits again, and returns their 5% and 95% points (data-driven.md section 4). Amounts of a
 * path follow its drawn conversions.
 */
export function markovIntervals(
  journeys: Journeys,
  measure: CreditMeasure,
  { replicates, seed }: { replicates: number; seed: number },
  steps: Steps = stepsOf(journeys, 1),
): ReadonlyMap<number, Interval> {
  if (replicates === 0) return new Map();
  const random = seeded(seed);
  const { conversions, nulls } = journeys;
  const counted = creditOf(journeys, measure);
  const distributions = new Map<number, Poisson>();
  const distributionOf = (mean: number): Poisson => {
    const known = distributions.get(mean) ?? new Poisson(mean);
    distributions.set(mean, known);
    return known;
  };
  const ofConversions = Array.from(conversions, distributionOf);
  const ofNulls = Array.from(nulls, distributionOf);
  const worth = counted.map((credit, path) => (conversions[path]! > 0 ? credit / conversions[path]! : 0));
  const drawing = { journeys, steps, ofConversions, ofNulls, worth };
  const draws = new Map<number, Float64Array>();
  for (let first = 0; first < replicates; first += LANES) {
    const counts = drawCounts(drawing, random);
    for (let lane = 0; lane < Math.min(LANES, replicates - first); lane++) {
      const credit = laneOf(counts.credit, lane);
      const own = { count: laneOf(counts.count, lane), ended: laneOf(counts.ended, lane), credit };
      const { effects } = denseEffects(chainFrom(steps, own));
      const total = credit.reduce((all, one) => all + one, 0);
      let sum = 0;
      for (const effect of effects.values()) sum += effect;
      for (const [place, effect] of effects) {
        const list = draws.get(place) ?? new Float64Array(replicates);
        draws.set(place, list);
        list[first + lane] = sum > 0 ? (effect / sum) * total : 0;
      }
    }
  }
  return new Map(
    [...draws].map(([place, list]) => {
      const sorted = list.sort();
      return [journeys.values[place]!, { low: quantile(sorted, 0.05), high: quantile(sorted, 0.95) }];
    }),
  );
}
