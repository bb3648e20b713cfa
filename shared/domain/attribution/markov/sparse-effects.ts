import { START, type Chain } from './steps';

/** Relative error that the solution of a system may have. */
const TOLERANCE = 1e-14;
/** Steps of work after which a system counts as solved; journeys of thousands of touches stay far below. */
const MAX_WORK = 500_000_000;

/** Solves x = fixed, else x = reward + Q x, by Gauss-Seidel from 0: values only grow, so no digits cancel. */
function solve(
  rows: Rows,
  reward: Float64Array,
  fixed?: { has: Uint8Array; value: Float64Array },
): Float64Array {
  const { starts, to, probability, size } = rows;
  const x = new Float64Array(size);
  let before = 0;
  for (let sweep = 0; sweep * (size + to.length) < MAX_WORK; sweep++) {
    let change = 0;
    for (let state = size - 1; state >= 0; state--) {
      let sum = reward[state]!;
      if (fixed?.has[state]) sum = fixed.value[state]!;
      else for (let at = starts[state]!; at < starts[state + 1]!; at++) sum += probability[at]! * x[to[at]!]!;
      change = Math.max(change, sum > 0 ? (sum - x[state]!) / sum : 0);
      x[state] = sum;
    }
    // Changes shrink by about this factor with each sweep, so the remaining error is a geometric series.
    const factor = before > 0 ? change / before : 1;
    if (change === 0 || (factor < 1 && (change * factor) / (1 - factor) < TOLERANCE)) break;
    before = change;
  }
  return x;
}

/** Transitions by their first state. */
interface Rows {
  readonly size: number;
  readonly starts: Int32Array;
  readonly to: Int32Array;
  readonly probability: Float64Array;
}

function rowsOf({ steps, probability }: Chain): Rows {
  const starts = new Int32Array(steps.size + 1);
  for (const from of steps.from) starts[from + 1]!++;
  for (let state = 0; state < steps.size; state++) starts[state + 1]! += starts[state]!;
  const place = starts.slice();
  const to = new Int32Array(steps.from.length);
  const sorted = new Float64Array(steps.from.length);
  for (let id = 0; id < steps.from.length; id++) {
    const at = place[steps.from[id]!]!++;
    to[at] = steps.to[id]!;
    sorted[at] = probability[id]!;
  }
  return { size: steps.size, starts, to, probability: sorted };
}

/**
 * Computes the effect of removing all states whose window contains a value, for each value. The credit lost is
 * that of journeys which meet such a state: g = h in these states, g = Q g elsewhere, effect = g[start] /
 * h[start]. It equals 1 - (h[s] - N[s,C] N[C,C]^-1 h[C]) / h[s] without the inverse of a large matrix
 * (data-driven.md section 2).
 */
export function sparseEffects(chain: Chain): { base: number; effects: Map<number, number> } {
  const { size, valuesOf } = chain.steps;
  const rows = rowsOf(chain);
  const expected = solve(rows, chain.reward);
  const base = expected[START]!;
  const none = new Float64Array(size);
  const effects = new Map<number, number>();
  for (const value of new Set(valuesOf.flat())) {
    const has = Uint8Array.from(valuesOf, (values) => (values.includes(value) ? 1 : 0));
    const lost = base > 0 ? solve(rows, none, { has, value: expected })[START]! / base : 0;
    effects.set(value, lost);
  }
  return { base, effects };
}
