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

/** A number for each window and touch; 0 where none was set. It grows with the windows. */
class Table {
  private cells: Int32Array;

  constructor(private readonly width: number) {
    this.cells = new Int32Array(64 * width);
  }

  get(window: number, touch: number): number {
    return this.cells[window * this.width + touch] ?? 0;
  }

  set(window: number, touch: number, value: number): void {
    const cell = window * this.width + touch;
    if (cell >= this.cells.length) {
      const larger = new Int32Array(Math.max(cell + 1, this.cells.length * 2));
      larger.set(this.cells);
      this.cells = larger;
    }
    this.cells[cell] = value;
  }
}

/**
 * Finds the states and transitions of journeys at an order. A step is a window of `order` values, or the whole
 * path if it is shorter. A window equal to the one before is left out (data-driven.md section 1). Memory grows
 * with the number of windows times that of values.
 */
export function stepsOf({ values, touches, ends, conversions, nulls }: Journeys, order: number): Steps {
  // Windows of up to `order` values, and which one follows another after a touch. Window 0 is empty.
  const windows: number[][] = [[]];
  const places = new Map<string, number>();
  const following = new Table(values.length);
  const follow = (window: number, touch: number): number => {
    const before = windows[window]!;
    const own = [...before.slice(before.length < order ? 0 : 1), touch];
    const key = own.join();
    const next = places.get(key) ?? windows.push(own) - 1;
    places.set(key, next);
    following.set(window, touch, next);
    return next;
  };
  // A window of fewer than `order` values is a state only if it is a whole path.
  const states = [START];
  const placesOf: (readonly number[])[] = [[]];
  const from: number[] = [];
  const to: number[] = [];
  const addStep = (before: number, window: number): number => {
    const state = (states[window] ??= placesOf.push(windows[window]!) - 1);
    from.push(states[before] ?? START);
    return to.push(state);
  };
  // Numbers of transitions, from 1: the first of a path by their window, others by window and touch.
  const first: number[] = [];
  const others = new Table(values.length);
  const taken = new Int32Array(touches.length);
  const takenEnds = new Int32Array(ends.length);
  const last = new Int32Array(ends.length);
  let [at, count] = [0, 0];
  for (let path = 0; path < ends.length; path++) {
    const [begin, end] = [at, ends[path]!];
    at = end;
    if (conversions[path]! + nulls[path]! > 0) {
      const firstEnd = Math.min(begin + order, end);
      let window = 0;
      for (let place = begin; place < firstEnd; place++)
        window = following.get(window, touches[place]!) || follow(window, touches[place]!);
      taken[count++] = (first[window] ??= addStep(0, window)) - 1;
      for (let place = firstEnd; place < end; place++) {
        const touch = touches[place]!;
        const next = following.get(window, touch) || follow(window, touch);
        if (next === window) continue;
        let step = others.get(window, touch);
        if (step === 0) others.set(window, touch, (step = addStep(window, next)));
        taken[count++] = step - 1;
        window = next;
      }
      last[path] = states[window] ?? START;
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
}

/** Counted steps. */
export interface ChainCounts {
  /** Journeys through each transition. */
  readonly count: Float64Array;
  /** Journeys that end after each state, and their credit. */
  readonly ended: Float64Array;
  readonly credit: Float64Array;
}

/** Returns the chain of counted steps. */
export function chainFrom(steps: Steps, { count, ended, credit }: ChainCounts): Chain {
  const { from } = steps;
  const out = ended.slice();
  for (let id = 0; id < count.length; id++) out[from[id]!]! += count[id]!;
  const probability = count.map((n, id) => (n === 0 ? 0 : n / out[from[id]!]!));
  const reward = credit.map((sum, state) => (sum === 0 ? 0 : sum / out[state]!));
  return { steps, probability, reward };
}

/** Counts the steps of weighted paths. */
export function chainOf(steps: Steps, { journeys, credit }: PathWeights): Chain {
  const { from, taken, ends, last, size } = steps;
  const counts = {
    count: new Float64Array(from.length),
    ended: new Float64Array(size),
    credit: new Float64Array(size),
  };
  for (let path = 0, step = 0; path < ends.length; path++) {
    for (; step < ends[path]!; step++) counts.count[taken[step]!]! += journeys[path]!;
    counts.ended[last[path]!]! += journeys[path]!;
    counts.credit[last[path]!]! += credit[path]!;
  }
  return chainFrom(steps, counts);
}
