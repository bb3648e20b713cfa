import { exactSetCredits } from './exact-set';
import { decodeJourneys, NULL_CLASS, type JourneyText } from './journey-text';
import { creditOf, replaceValues, sum, type CreditMeasure, type Journeys } from './journeys';
import {
  fitOrders,
  markovChain,
  markovIntervals,
  suggestOrder,
  type Interval,
  type OrderFit,
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
  readonly texts: readonly JourneyText[];
  /** Classes of the converting journeys that count. */
  readonly classes: readonly number[];
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
  /** Journeys that may still convert: too young to count as null. */
  readonly openJourneys: number;
  readonly base: number;
  readonly states: number;
  readonly transitions: number;
  readonly orders: readonly OrderFit[];
  readonly suggestedOrder: number | null;
}

/** Keeps the largest values and replaces the others. */
function keepLargest(
  values: readonly number[],
  interactions: ReadonlyMap<number, number>,
  limit: number,
): ReadonlySet<number> {
  const size = (value: number): number => interactions.get(value) ?? 0;
  return new Set([...values].sort((a, b) => size(b) - size(a) || a - b).slice(0, limit));
}

/** Counts the conversions of paths with each value, and of those with another value beside it. */
function distinctShares({ values, touches, ends, conversions }: Journeys): {
  of: Map<number, number>;
  all: number | null;
} {
  const ofValue = values.map(() => ({ all: 0, mixed: 0, path: -1 }));
  let [all, mixed, at] = [0, 0, 0];
  for (let path = 0; path < ends.length; path++) {
    const begin = at;
    const end = ends[path]!;
    const n = conversions[path]!;
    at = end;
    if (n === 0) continue;
    let more = 0;
    for (let place = begin + 1; place < end; place++) if (touches[place] !== touches[begin]) more = n;
    all += n;
    mixed += more;
    for (let place = begin; place < end; place++) {
      const own = ofValue[touches[place]!]!;
      if (own.path === path) continue;
      own.path = path;
      own.all += n;
      own.mixed += more;
    }
  }
  const shares = ofValue.flatMap((own, place): [number, number][] =>
    own.all > 0 ? [[values[place]!, own.mixed / own.all]] : [],
  );
  return { of: new Map(shares), all: all > 0 ? mixed / all : null };
}

interface AxisJourneys {
  /** Values of all journeys. */
  readonly present: readonly number[];
  /** Those with a separate row. */
  readonly apart: ReadonlySet<number>;
  /** Journeys over these and one value for the others. */
  readonly journeys: Journeys;
  /** Null journeys that are too young to count. */
  readonly open: number;
}

/** Returns journeys that keep the largest values; all others become one. */
function narrow(journeys: Journeys, kept: ReadonlySet<number>): Journeys {
  return kept.size === journeys.values.length
    ? journeys
    : replaceValues(journeys, (value) => (kept.has(value) ? value : OTHERS));
}

function journeysOnAxis({
  texts,
  classes,
  valueOf,
  interactions,
  includeNulls,
}: CreditQuestion): AxisJourneys {
  const { journeys: ofAds, open } = decodeJourneys(texts, includeNulls ? [NULL_CLASS, ...classes] : classes);
  const journeys = valueOf ? replaceValues(ofAds, (ad) => valueOf.get(ad) ?? 0) : ofAds;
  const apart = keepLargest(journeys.values, interactions, MAX_VALUES);
  return { present: journeys.values, apart, journeys: narrow(journeys, apart), open };
}

/** Estimates the sampling error of the Markov credits of order 1, by value. It can take seconds. */
function creditIntervals(question: CreditQuestion): ReadonlyMap<number, Interval> {
  const { journeys } = journeysOnAxis(question);
  return sum(creditOf(journeys, question.measure)) > 0
    ? markovIntervals(journeys, question.measure, question)
    : new Map();
}

/** Computes the credits of all values, without intervals. It can take seconds. */
export function creditMap(question: CreditQuestion): CreditMap {
  const { interactions, measure } = question;
  const { present, apart, journeys, open } = journeysOnAxis(question);
  const ofWindows = narrow(journeys, keepLargest(present, interactions, MAX_VALUES_OF_WINDOWS));
  const journeysAt = (order: number): Journeys => (order === 1 ? journeys : ofWindows);
  const chains = CREDITED_ORDERS.map((order) => markovChain(journeysAt(order), order));
  const creditsOf = (of: CreditMeasure) => {
    const total = sum(creditOf(journeys, of));
    const credits = chains.map((credit) => credit(of));
    const markovOf = (value: number): (number | null)[] =>
      credits.map((own) => (total > 0 ? (own.credits?.get(value) ?? null) : null));
    return { first: credits[0], markovOf };
  };
  const { first, markovOf } = creditsOf(measure);
  const { markovOf: otherMarkovOf } = creditsOf(measure === 'cv' ? 'amount' : 'cv');
  const exact = measure === 'cv' ? exactSetCredits(journeys) : null;
  const distinct = distinctShares(journeys);
  const orders = ORDERS.flatMap((order) => fitOrders(journeysAt(order), [order]));
  const values = new Set(apart);
  if (present.length > MAX_VALUES_OF_WINDOWS) values.add(OTHERS);
  const credits = [...values].map((value): [number, ValueCredit] => [
    value,
    {
      markov: markovOf(value),
      otherMarkov: otherMarkovOf(value),
      effect: first?.effects?.get(value) ?? null,
      low: null,
      high: null,
      exactSet: exact?.get(value) ?? null,
      distinctShare: distinct.of.get(value) ?? null,
    },
  ]);
  return {
    values: new Map(credits),
    apart,
    distinctShare: distinct.all,
    journeys: sum(journeys.conversions),
    nullJourneys: sum(journeys.nulls),
    openJourneys: open,
    base: first?.base ?? 0,
    states: first?.states ?? 0,
    transitions: first?.transitions ?? 0,
    orders,
    suggestedOrder: suggestOrder(orders),
  };
}

/** Computations of a question that can run beside each other. */
export const creditTasks = { map: creditMap, intervals: creditIntervals };

/** Adds intervals to the credits of a map. */
export function withIntervals(map: CreditMap, intervals: ReadonlyMap<number, Interval>): CreditMap {
  return {
    ...map,
    values: new Map(
      [...map.values].map(([value, credit]) => [value, { ...credit, ...intervals.get(value) }]),
    ),
  };
}
