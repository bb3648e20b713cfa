import { START, type Chain } from './steps';

/** Relative error that the solution of a system may have. */
const TOLERANCE = 1e-14;
/** Steps of work after which systems count as solved; journeys of thousands of touches stay far below. */
const MAX_WORK = 10_000_000_000;

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
 * Solves x = reward + Q x by Gauss-Seidel from 0: values only grow, so no digits cancel.
 *
 * @param columns number of vectors x, which are solved side by side: those of a state are neighbours
 * @param start sets the vectors of a state before its transitions are added
 * @param end sets values of a state that are given
 */
function solve(
  { size, starts, to, probability }: Rows,
  columns: number,
  start: (state: number, x: Float64Array) => void,
  end: (state: number, x: Float64Array) => void = () => undefined,
): Float64Array {
  const x = new Float64Array(size * columns);
  const next = new Float64Array(columns);
  const work = columns * (size + to.length);
  let before = 0;
  for (let sweep = 0; sweep * work < MAX_WORK; sweep++) {
    let change = 0;
    for (let state = size - 1; state >= 0; state--) {
      start(state, next);
      for (let at = starts[state]!; at < starts[state + 1]!; at++) {
        const [own, other] = [probability[at]!, to[at]! * columns];
        for (let column = 0; column < columns; column++) next[column]! += own * x[other + column]!;
      }
      end(state, next);
      const place = state * columns;
      for (let column = 0; column < columns; column++) {
        const sum = next[column]!;
        if (sum > 0) change = Math.max(change, (sum - x[place + column]!) / sum);
        x[place + column] = sum;
      }
    }
    // Changes shrink by about this factor with each sweep, so the remaining error is a geometric series.
    const factor = before > 0 ? change / before : 1;
    if (change === 0 || (factor < 1 && (change * factor) / (1 - factor) < TOLERANCE)) break;
    before = change;
  }
  return x;
}

/**
 * Computes the effect of removing all states whose window contains a value, for each value by its place. The
 * credit lost is that of journeys which meet such a state: g = h in these states, g = Q g elsewhere, effect =
 * g[start] / h[start]. It equals 1 - (h[s] - N[s,C] N[C,C]^-1 h[C]) / h[s] without the inverse of a large
 * matrix (data-driven.md section 2).
 */
export function sparseEffects(chain: Chain): { base: number; effects: Map<number, number> } {
  const { reward, steps } = chain;
  const rows = rowsOf(chain);
  const expected = solve(rows, 1, (state, x) => (x[0] = reward[state]!));
  const base = expected[START]!;
  const places = [...new Set(steps.placesOf.flat())];
  const columns = steps.placesOf.map((own) => own.map((place) => places.indexOf(place)));
  const lost = solve(
    rows,
    base > 0 ? places.length : 0,
    (_, x) => x.fill(0),
    (state, x) => {
      for (const column of columns[state]!) x[column] = expected[state]!;
    },
  );
  return {
    base,
    effects: new Map(
      places.map((place, column) => [place, base > 0 ? lost[START * places.length + column]! / base : 0]),
    ),
  };
}
