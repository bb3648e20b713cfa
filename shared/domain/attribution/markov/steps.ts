import type { JourneyPath } from '../journeys';

/** State before the first touch. */
export const START = 0;

/** The transitions that paths take between states of one order. */
export interface Steps {
  /** Number of states: the start and all windows. */
  readonly size: number;
  /** Values of each state's window; none for the start. */
  readonly valuesOf: readonly (readonly number[])[];
  /** States of each distinct transition. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Transitions of all paths one after another; those of path i end before `ends[i]`. */
  readonly taken: Int32Array;
  readonly ends: Int32Array;
  /** Last state of each path. */
  readonly last: Int32Array;
}

/**
 * Finds the states and transitions of paths at an order. A step is a window of `order` values, or the whole path
 * if it is shorter. A window equal to the one before is left out (data-driven.md section 1).
 */
export function stepsOf(paths: readonly JourneyPath[], order: number): Steps {
  // Windows are numbers in a base above all places of values, because texts take several times as long.
  const places = new Map<number, number>();
  for (const { values } of paths)
    for (const value of values) if (!places.has(value)) places.set(value, places.size + 1);
  const base = places.size + 1;
  const states = new Map<number, number>();
  const valuesOf: (readonly number[])[] = [[]];
  // Keys are small whole numbers: after the start, a state and the value that follows say which transition it is.
  const transitions = new Map<number, number>();
  const from: number[] = [];
  const to: number[] = [];
  const taken: number[] = [];
  const ends: number[] = [];
  const last: number[] = [];
  for (const { values } of paths) {
    const length = Math.min(order, values.length);
    let [state, before] = [START, 0];
    for (let end = length; end <= values.length; end++) {
      let window = 0;
      for (let index = end - length; index < end; index++)
        window = window * base + (places.get(values[index]!) ?? 0);
      if (window === before) continue;
      before = window;
      let next = states.get(window);
      if (next === undefined) {
        next = valuesOf.length;
        states.set(window, next);
        valuesOf.push(values.slice(end - length, end));
      }
      const transition = state === START ? -next : state * base + (places.get(values[end - 1]!) ?? 0);
      let id = transitions.get(transition);
      if (id === undefined) {
        id = from.length;
        transitions.set(transition, id);
        from.push(state);
        to.push(next);
      }
      taken.push(id);
      state = next;
    }
    ends.push(taken.length);
    last.push(state);
  }
  return {
    size: valuesOf.length,
    valuesOf,
    from: Int32Array.from(from),
    to: Int32Array.from(to),
    taken: Int32Array.from(taken),
    ends: Int32Array.from(ends),
    last: Int32Array.from(last),
  };
}

/** Journeys of each path, and the credit of its conversions. */
export interface PathWeights {
  readonly journeys: ArrayLike<number>;
  /** Conversions or their amount. */
  readonly credit: ArrayLike<number>;
}

/** A chain that ends in conversion or null: probabilities of steps, and the expected credit at each end. */
export interface Chain {
  readonly steps: Steps;
  /** Probability of each transition. */
  readonly probability: Float64Array;
  /** Expected credit of ending right after each state. */
  readonly reward: Float64Array;
  /** Journeys through each transition. */
  readonly count: Float64Array;
}

/** Counts the steps of weighted paths. */
export function chainOf(steps: Steps, { journeys, credit }: PathWeights): Chain {
  const count = new Float64Array(steps.from.length);
  const out = new Float64Array(steps.size);
  const reward = new Float64Array(steps.size);
  for (let path = 0, step = 0; path < steps.ends.length; path++) {
    const end = steps.ends[path]!;
    const weight = journeys[path]!;
    if (weight === 0) {
      step = end;
      continue;
    }
    for (; step < end; step++) count[steps.taken[step]!]! += weight;
    out[steps.last[path]!]! += weight;
    reward[steps.last[path]!]! += credit[path]!;
  }
  for (let id = 0; id < count.length; id++) out[steps.from[id]!]! += count[id]!;
  const probability = count.map((n, id) => (n === 0 ? 0 : n / out[steps.from[id]!]!));
  for (let state = 0; state < reward.length; state++) if (out[state]! > 0) reward[state]! /= out[state]!;
  return { steps, probability, reward, count };
}
