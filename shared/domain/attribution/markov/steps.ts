import type { Journeys } from '../journeys';

/** State before the first touch. */
export const START = 0;

/** The transitions that journeys take between states of one order. */
export interface Steps {
  /** Number of states: the start and all windows. */
  readonly size: number;
  /** Values of each state's window, as places; none for the start. */
  readonly placesOf: readonly (readonly number[])[];
  /** States of each distinct transition. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Transitions of all paths one after another; those of path i end before `ends[i]`. */
  readonly taken: Int32Array;
  readonly ends: Int32Array;
  /** Last state of each path; the start for one without journeys. */
  readonly last: Int32Array;
}

/**
 * Finds the states and transitions of journeys at an order. A step is a window of `order` values, or the whole
 * path if it is shorter. A window equal to the one before is left out (data-driven.md section 1). Memory grows
 * with the number of values to the power of `order` + 1.
 */
export function stepsOf({ values, touches, ends, conversions, nulls }: Journeys, order: number): Steps {
  // A window is a number whose digits are the places of its values, from 1. A transition is the number of its
  // window with the value before it; the first of a path has none, and keeps its window's number.
  const base = values.length + 1;
  const firstDigit = base ** (order - 1);
  const states = new Int32Array(base ** order);
  const steps = new Int32Array(base ** (order + 1));
  const placesOf: number[][] = [[]];
  const from: number[] = [];
  const to: number[] = [];
  const stateOf = (window: number): number => {
    const known = states[window]!;
    if (known > 0) return known;
    const places: number[] = [];
    for (let rest = window; rest > 0; rest = Math.floor(rest / base)) places.unshift((rest % base) - 1);
    return (states[window] = placesOf.push(places) - 1);
  };
  const addStep = (step: number, before: number, window: number): number => {
    from.push(before === 0 ? START : stateOf(before));
    return (steps[step] = to.push(stateOf(window)));
  };
  const taken = new Int32Array(touches.length);
  const takenEnds = new Int32Array(ends.length);
  const last = new Int32Array(ends.length);
  let [at, count] = [0, 0];
  for (let path = 0; path < ends.length; path++) {
    const begin = at;
    const end = ends[path]!;
    at = end;
    if (conversions[path]! + nulls[path]! > 0) {
      const firstEnd = Math.min(begin + order, end);
      let window = 0;
      for (let place = begin; place < firstEnd; place++) window = window * base + touches[place]! + 1;
      taken[count++] = (steps[window] || addStep(window, 0, window)) - 1;
      for (let place = firstEnd; place < end; place++) {
        const step = window * base + touches[place]! + 1;
        const next = step - (touches[place - order]! + 1) * firstDigit * base;
        if (next === window) continue;
        taken[count++] = (steps[step] || addStep(step, window, next)) - 1;
        window = next;
      }
      last[path] = states[window]!;
    }
    takenEnds[path] = count;
  }
  return {
    size: placesOf.length,
    placesOf,
    from: new Int32Array(from),
    to: new Int32Array(to),
    taken: taken.slice(0, count),
    ends: takenEnds,
    last,
  };
}

/** A chain that ends in conversion or null. */
export interface Chain {
  readonly steps: Steps;
  /** Probability of each transition. */
  readonly probability: Float64Array;
  /** Journeys through each state. */
  readonly through: Float64Array;
}

/** Sums up numbers of paths by their last state. */
export function byLastState({ last, size }: Steps, numbers: ArrayLike<number>): Float64Array {
  const sums = new Float64Array(size);
  for (let path = 0; path < last.length; path++) sums[last[path]!]! += numbers[path]!;
  return sums;
}

/** Returns the chain of counted journeys through each transition. */
export function chainFrom(steps: Steps, count: ArrayLike<number>): Chain {
  const { from, to, size } = steps;
  const through = new Float64Array(size);
  for (let id = 0; id < from.length; id++) {
    through[to[id]!]! += count[id]!;
    if (from[id] === START) through[START]! += count[id]!;
  }
  const probability = new Float64Array(from.length);
  for (let id = 0; id < from.length; id++)
    if (count[id]! > 0) probability[id] = count[id]! / through[from[id]!]!;
  return { steps, probability, through };
}

/** Counts the steps of paths, and returns their chain. */
export function chainOf(steps: Steps, { conversions, nulls }: Journeys): Chain {
  const { from, taken, ends } = steps;
  const count = new Float64Array(from.length);
  for (let path = 0, step = 0; path < ends.length; path++) {
    const journeys = conversions[path]! + nulls[path]!;
    for (; step < ends[path]!; step++) count[taken[step]!]! += journeys;
  }
  return chainFrom(steps, count);
}

/** Returns the expected credit of ending right after each state, for credit by last state. */
export const rewardOf = ({ through }: Chain, credit: Float64Array): Float64Array =>
  credit.map((sum, state) => (sum === 0 ? 0 : sum / through[state]!));

/** Computes the credit lost without each value. The reward is the expected credit of ending after each state. */
export type Removals = (reward: Float64Array) => {
  /** Expected credit of a journey. */
  readonly base: number;
  /** Part of the base that is lost without a value, by its place. */
  readonly effects: ReadonlyMap<number, number>;
};
