import { exactSetCredits } from './exact-set';
import { creditOf, mergePaths, type CreditMeasure, type JourneyPath } from './journeys';
import {
  countedPaths,
  fitOrders,
  markovCredit,
  markovIntervals,
  stepsOf,
  suggestOrder,
  type OrderFit,
  type Steps,
} from './markov';

/** Most values with a separate row; the others share one. */
const MAX_VALUES = 200;
/** Most values of chains of order 2 and 3. */
const MAX_VALUES_OF_WINDOWS = 20;
/** Orders that are compared; credit is offered for all but the last. */
const ORDERS = [1, 2, 3, 4];
const CREDITED_ORDERS = ORDERS.slice(0, 3);
/** Value of all values beyond these limits. */
export const OTHERS = -1;

/** Journeys of a product, and how to credit them. */
export interface CreditQuestion {
  /** Ads of each distinct path, joined by commas, and its journeys. */
  readonly paths: readonly string[];
  readonly conversions: ArrayLike<number>;
  readonly amounts: ArrayLike<number>;
  readonly nulls: ArrayLike<number>;
  /** Value of each ad on the axis, 0 without one; null: the ads themselves. */
  readonly valueOf: ReadonlyMap<number, number> | null;
  /** Counted interactions of each value: the largest values stay separate. */
  readonly interactions: ReadonlyMap<number, number>;
  readonly measure: CreditMeasure;
  readonly includeNulls: boolean;
  readonly replicates: number;
  readonly seed: number;
}

/** Credit of one value. */
export interface ValueCredit {
  readonly markov: readonly (number | null)[];
  /** The same of the other measure: amounts beside conversions, conversions beside amounts. */
  readonly otherMarkov: readonly (number | null)[];
  readonly effect: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly exactSet: number | null;
  /** Of the conversions with the value in their path, the part with two or more distinct values. */
  readonly distinctShare: number | null;
}

/** Credits of all values of an axis under the models that need all journeys (data-driven.md sections 2 to 4). */
export interface CreditMap {
  readonly values: ReadonlyMap<number, ValueCredit>;
  /** Values with a separate row; all others are in `OTHERS`. */
  readonly apart: ReadonlySet<number>;
  readonly distinctShare: number | null;
  readonly journeys: number;
  readonly nullJourneys: number;
  readonly base: number;
  readonly states: number;
  readonly transitions: number;
  readonly orders: readonly OrderFit[];
  readonly suggestedOrder: number | null;
}

const sum = (paths: readonly JourneyPath[], numberOf: (path: JourneyPath) => number): number =>
  paths.reduce((all, path) => all + numberOf(path), 0);

/** Keeps the largest values and replaces the others. */
function keepLargest(
  values: Iterable<number>,
  interactions: ReadonlyMap<number, number>,
  limit: number,
): ReadonlySet<number> {
  const size = (value: number): number => interactions.get(value) ?? 0;
  return new Set([...values].sort((a, b) => size(b) - size(a) || a - b).slice(0, limit));
}

/** Counts the conversions of paths with each value, and of those with another value beside it. */
function distinctShares(paths: readonly JourneyPath[]): { of: Map<number, number>; all: number | null } {
  const counts = new Map<number, { all: number; mixed: number }>();
  let [all, mixed] = [0, 0];
  for (const { values, conversions } of paths) {
    const distinct = new Set(values);
    const more = distinct.size > 1 ? conversions : 0;
    all += conversions;
    mixed += more;
    for (const value of distinct) {
      const known = counts.get(value) ?? { all: 0, mixed: 0 };
      counts.set(value, { all: known.all + conversions, mixed: known.mixed + more });
    }
  }
  const shares = [...counts].flatMap(([value, count]): [number, number][] =>
    count.all > 0 ? [[value, count.mixed / count.all]] : [],
  );
  return { of: new Map(shares), all: all > 0 ? mixed / all : null };
}

const COMMA = 44;
const ZERO = 48;

/** Returns the ads of a path. It is read digit by digit, because splitting hundreds of thousands takes seconds. */
function adsOf(path: string): number[] {
  const ads: number[] = [];
  let ad = 0;
  for (let at = 0; at < path.length; at++) {
    const code = path.charCodeAt(at);
    if (code === COMMA) {
      ads.push(ad);
      ad = 0;
    } else ad = ad * 10 + code - ZERO;
  }
  ads.push(ad);
  return ads;
}

/** Computes the credits of all values. It can take seconds. */
export function creditMap(question: CreditQuestion): CreditMap {
  const { valueOf, interactions, measure, includeNulls, replicates, seed } = question;
  const ofAds = question.paths.map((path, index): JourneyPath => ({
    values: adsOf(path).map((ad) => (valueOf ? (valueOf.get(ad) ?? 0) : ad)),
    conversions: question.conversions[index] ?? 0,
    amount: question.amounts[index] ?? 0,
    nulls: question.nulls[index] ?? 0,
  }));
  const counted = countedPaths(ofAds, includeNulls);
  const present = new Set<number>();
  for (const { values } of counted) for (const value of values) present.add(value);
  const apart = keepLargest(present, interactions, MAX_VALUES);
  // Paths of ads are distinct, so they need no merging if all ads stay.
  const narrow = (kept: ReadonlySet<number>): JourneyPath[] =>
    kept.size === present.size && !valueOf
      ? counted
      : mergePaths(counted, (value) => (kept.has(value) ? value : OTHERS));
  const paths = narrow(apart);
  const ofWindows =
    present.size <= MAX_VALUES_OF_WINDOWS
      ? paths
      : narrow(keepLargest(present, interactions, MAX_VALUES_OF_WINDOWS));
  const pathsAt = (order: number): JourneyPath[] => (order === 1 ? paths : ofWindows);
  const steps = ORDERS.map((order) => stepsOf(pathsAt(order), order));
  const stepsAt = (order: number): Steps => steps[order - 1] ?? stepsOf(pathsAt(order), order);
  const chainsOf = (of: CreditMeasure) => {
    const total = sum(paths, (path) => creditOf(path, of));
    const chains = CREDITED_ORDERS.map((order) => markovCredit(pathsAt(order), order, of, stepsAt(order)));
    const markovOf = (value: number): (number | null)[] =>
      chains.map(({ credits }) => (total > 0 ? (credits?.get(value) ?? null) : null));
    return { first: chains[0], markovOf };
  };
  const { first, markovOf } = chainsOf(measure);
  const { markovOf: otherMarkovOf } = chainsOf(measure === 'cv' ? 'amount' : 'cv');
  const intervals = first?.credits ? markovIntervals(paths, measure, { replicates, seed }) : new Map();
  const exact = measure === 'cv' ? exactSetCredits(paths) : null;
  const distinct = distinctShares(paths);
  const orders = ORDERS.flatMap((order) => fitOrders(pathsAt(order), [order], stepsAt));
  const values = new Set(apart);
  if (present.size > MAX_VALUES_OF_WINDOWS) values.add(OTHERS);
  const credits = [...values].map((value): [number, ValueCredit] => [
    value,
    {
      markov: markovOf(value),
      otherMarkov: otherMarkovOf(value),
      effect: first?.effects?.get(value) ?? null,
      low: intervals.get(value)?.low ?? null,
      high: intervals.get(value)?.high ?? null,
      exactSet: exact?.get(value) ?? null,
      distinctShare: distinct.of.get(value) ?? null,
    },
  ]);
  return {
    values: new Map(credits),
    apart,
    distinctShare: distinct.all,
    journeys: sum(paths, ({ conversions }) => conversions),
    nullJourneys: sum(paths, ({ nulls }) => nulls),
    base: first?.base ?? 0,
    states: first?.states ?? 0,
    transitions: first?.transitions ?? 0,
    orders,
    suggestedOrder: suggestOrder(orders),
  };
}
