import { seeded, type Random } from '../../random';
import { creditOf, pick, sum, type CreditMeasure, type Journeys } from '../journeys';
import { denseRemovals } from './dense-effects';
import { chainFrom, rewardOf, stepsOf, type Steps } from './steps';

/** Above this mean, a Poisson draw is split, because exp(-mean) loses digits. */
const LARGE_MEAN = 30;

/** First bits of a random number, which nearly always tell the draw. */
const GUIDE_BITS = 10;
/** Mark of first bits that leave several draws possible. */
const UNSURE = 255;
/** Random numbers that are made at once; they fit the fastest cache. */
const targets = new Uint32Array(1024);
/** Random numbers are below it. */
const TARGET_LIMIT = 2 ** 32;

/** A Poisson distribution, drawn from by inversion: as a sum of parts with equal means. */
export class Poisson {
  private readonly parts: number;
  /** Probabilities of at most 0, 1, 2... of a part, times `TARGET_LIMIT`. */
  private readonly atMost: Float64Array;
  /** The draw by the first bits of a target, or `UNSURE`. */
  private readonly guide: Uint8Array;

  constructor(mean: number) {
    this.parts = mean > 0 ? Math.ceil(mean / LARGE_MEAN) : 0;
    const own = mean / Math.max(this.parts, 1);
    const atMost: number[] = [];
    let probability = Math.exp(-own);
    let sum = probability;
    for (let n = 1; probability > 0 && sum < 1; n++) {
      atMost.push(sum * TARGET_LIMIT);
      probability *= own / n;
      sum += probability;
    }
    this.atMost = Float64Array.from([...atMost, TARGET_LIMIT]);
    this.guide = new Uint8Array(2 ** GUIDE_BITS);
    const width = TARGET_LIMIT / this.guide.length;
    for (let first = 0, draw = 0; first < this.guide.length; first++) {
      while (first * width >= this.atMost[draw]!) draw++;
      this.guide[first] = (first + 1) * width <= this.atMost[draw]! ? draw : UNSURE;
    }
  }

  /** Adds a draw to each number from a place to before another. */
  addDraws(random: Random, numbers: Int32Array, from: number, end: number): void {
    const { parts, atMost, guide } = this;
    for (let part = 0; part < parts; part++)
      for (let first = from; first < end; first += targets.length) {
        const count = Math.min(targets.length, end - first);
        random.fill(targets, count);
        for (let index = 0; index < count; index++) {
          let draw = guide[targets[index]! >>> (32 - GUIDE_BITS)]!;
          if (draw === UNSURE) {
            draw = 0;
            while (targets[index]! >= atMost[draw]!) draw++;
          }
          numbers[first + index]! += draw;
        }
      }
  }
}

/** Replicates that are drawn side by side: each step of a path is then read once for all of them. */
const LANES = 8;

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

/** Paths of distinct steps, ordered by their conversions and nulls. */
interface DistinctPaths extends Steps {
  readonly conversions: Float64Array;
  readonly nulls: Float64Array;
  /** Credit of all conversions of each path. */
  readonly credit: Float64Array;
}

/** Joins the paths with equal steps: months have many in common, and each is drawn hundreds of times. */
function joinPaths(steps: Steps, { conversions, nulls }: Journeys, credit: Float64Array): DistinctPaths {
  const { taken, ends } = steps;
  // The first path with the same steps, by a hash of the steps; a path after another place.
  const mask = 2 ** Math.ceil(Math.log2(ends.length * 2 + 1)) - 1;
  const slots = new Int32Array(mask + 1).fill(-1);
  const beginOf = (path: number): number => (path > 0 ? ends[path - 1]! : 0);
  const isEqual = (path: number, other: number): boolean => {
    const begin = beginOf(path);
    const start = beginOf(other);
    const length = ends[path]! - begin;
    if (ends[other]! - start !== length) return false;
    for (let at = 0; at < length; at++) if (taken[begin + at] !== taken[start + at]) return false;
    return true;
  };
  const sums = { conversions: conversions.slice(), nulls: nulls.slice(), credit: credit.slice() };
  const distinct: number[] = [];
  for (let path = 0; path < ends.length; path++) {
    let hash = 0;
    for (let at = beginOf(path); at < ends[path]!; at++)
      hash = Math.imul(hash ^ taken[at]!, 0x9e3779b1) ^ (hash >>> 15);
    let slot = (hash ^ (hash >>> 16)) & mask;
    while (slots[slot] !== -1 && !isEqual(path, slots[slot]!)) slot = (slot + 1) & mask;
    const first = slots[slot]!;
    if (first === -1) {
      slots[slot] = path;
      distinct.push(path);
    } else {
      sums.conversions[first]! += conversions[path]!;
      sums.nulls[first]! += nulls[path]!;
      sums.credit[first]! += credit[path]!;
    }
  }
  distinct.sort(
    (a, b) => sums.conversions[a]! - sums.conversions[b]! || sums.nulls[a]! - sums.nulls[b]! || a - b,
  );
  let length = 0;
  const joined = {
    ...steps,
    ends: Int32Array.from(distinct, (path) => (length += ends[path]! - beginOf(path))),
    last: Int32Array.from(distinct, (path) => steps.last[path]!),
    conversions: pick(sums.conversions, distinct),
    nulls: pick(sums.nulls, distinct),
    credit: pick(sums.credit, distinct),
    taken: new Int32Array(length),
  };
  let at = 0;
  for (const path of distinct)
    for (let step = beginOf(path); step < ends[path]!; step++) joined.taken[at++] = taken[step]!;
  return joined;
}

/** Successive paths with equal conversions and nulls, and the distributions of these. */
interface Group {
  readonly end: number;
  readonly conversions: Poisson;
  readonly nulls: Poisson;
}

function groupsOf({ conversions, nulls }: DistinctPaths): Group[] {
  const known = new Map<number, Poisson>();
  const distributionOf = (mean: number): Poisson => {
    const distribution = known.get(mean) ?? new Poisson(mean);
    known.set(mean, distribution);
    return distribution;
  };
  const groups: Group[] = [];
  for (let path = 0; path < nulls.length; path++)
    if (conversions[path] !== conversions[path + 1] || nulls[path] !== nulls[path + 1])
      groups.push({
        end: path + 1,
        conversions: distributionOf(conversions[path]!),
        nulls: distributionOf(nulls[path]!),
      });
  return groups;
}

/** Numbers of some replicates. Those of the same place in all of them are neighbours. */
interface Draws {
  /** Journeys of each path. */
  readonly journeys: Int32Array;
  /** Journeys through each transition. */
  readonly count: Int32Array;
  /** Credit by last state. */
  readonly credit: Float64Array;
}

/** Counts the steps of journeys by path. */
function countLanes({ taken, ends }: Steps, { journeys, count }: Draws): void {
  for (let path = 0, step = 0; path < ends.length; path++) {
    // The numbers stay in registers, which a loop over lanes would not do.
    const own = path * LANES;
    const a = journeys[own]!;
    const b = journeys[own + 1]!;
    const c = journeys[own + 2]!;
    const d = journeys[own + 3]!;
    const e = journeys[own + 4]!;
    const f = journeys[own + 5]!;
    const g = journeys[own + 6]!;
    const h = journeys[own + 7]!;
    for (; step < ends[path]!; step++) {
      const place = taken[step]! * LANES;
      count[place]! += a;
      count[place + 1]! += b;
      count[place + 2]! += c;
      count[place + 3]! += d;
      count[place + 4]! += e;
      count[place + 5]! += f;
      count[place + 6]! += g;
      count[place + 7]! += h;
    }
  }
}

/** Draws the journeys of each path, and counts their steps and credit. */
function draw(paths: DistinctPaths, groups: readonly Group[], random: Random, draws: Draws): void {
  const { last, conversions } = paths;
  const { journeys, credit } = draws;
  for (const numbers of Object.values(draws)) numbers.fill(0);
  let first = 0;
  for (const group of groups) {
    group.conversions.addDraws(random, journeys, first * LANES, group.end * LANES);
    for (let path = first; path < group.end && conversions[path]! > 0; path++) {
      const worth = paths.credit[path]! / conversions[path]!;
      for (let lane = 0; lane < LANES; lane++)
        credit[last[path]! * LANES + lane]! += journeys[path * LANES + lane]! * worth;
    }
    group.nulls.addDraws(random, journeys, first * LANES, group.end * LANES);
    first = group.end;
  }
  countLanes(paths, draws);
}

/** Returns the numbers of one replicate. */
function laneOf(numbers: Float64Array | Int32Array, lane: number): Float64Array {
  const own = new Float64Array(numbers.length / LANES);
  for (let place = 0; place < own.length; place++) own[place] = numbers[place * LANES + lane]!;
  return own;
}

/**
 * Estimates the sampling error of credits of order 1: replaces the conversions and nulls of each distinct path by
 * Poisson draws, computes the credits again, and returns their 5% and 95% points (data-driven.md section 4).
 * Amounts of a path follow its drawn conversions.
 */
export function markovIntervals(
  journeys: Journeys,
  measure: CreditMeasure,
  { replicates, seed }: { readonly replicates: number; readonly seed: number },
): ReadonlyMap<number, Interval> {
  if (replicates === 0) return new Map();
  const random = seeded(seed);
  const steps = stepsOf(journeys, 1);
  const paths = joinPaths(steps, journeys, creditOf(journeys, measure));
  const groups = groupsOf(paths);
  const draws = {
    journeys: new Int32Array(paths.ends.length * LANES),
    count: new Int32Array(steps.from.length * LANES),
    credit: new Float64Array(steps.size * LANES),
  };
  const drawn = new Map<number, Float64Array>();
  for (let first = 0; first < replicates; first += LANES) {
    draw(paths, groups, random, draws);
    for (let lane = 0; lane < Math.min(LANES, replicates - first); lane++) {
      const credit = laneOf(draws.credit, lane);
      const chain = chainFrom(steps, laneOf(draws.count, lane));
      const { effects } = denseRemovals(chain)(rewardOf(chain, credit));
      const total = sum(credit);
      const all = sum(effects.values());
      for (const [place, effect] of effects) {
        const list = drawn.get(place) ?? new Float64Array(replicates);
        drawn.set(place, list);
        list[first + lane] = all > 0 ? (effect / all) * total : 0;
      }
    }
  }
  return new Map(
    [...drawn].map(([place, list]) => {
      const sorted = list.sort();
      return [journeys.values[place]!, { low: quantile(sorted, 0.05), high: quantile(sorted, 0.95) }];
    }),
  );
}
