import { START, type Chain, type Removals } from './steps';

/** Relative error that the solution of a system may have. */
const TOLERANCE = 1e-13;
/** Relative change below which sweeps may only turn the last digits. */
const LAST_DIGITS = 1e-12;
/** Plain sweeps before each estimate of what further ones would add. */
const SWEEPS = 4;
/** Steps of work after which systems count as solved; journeys of thousands of touches stay far below. */
const MAX_WORK = 10_000_000_000;

/** Transitions by one of their states. */
interface Rows {
  readonly starts: Int32Array;
  readonly other: Int32Array;
  readonly probability: Float64Array;
}

function rowsBy(own: Int32Array, other: Int32Array, { steps, probability }: Chain): Rows {
  const starts = new Int32Array(steps.size + 1);
  for (const state of own) starts[state + 1]!++;
  for (let state = 0; state < steps.size; state++) starts[state + 1]! += starts[state]!;
  const place = starts.slice();
  const rows = { starts, other: new Int32Array(own.length), probability: new Float64Array(own.length) };
  for (let id = 0; id < own.length; id++) {
    const at = place[own[id]!]!++;
    rows.other[at] = other[id]!;
    rows.probability[at] = probability[id]!;
  }
  return rows;
}

/** Vectors that are solved side by side: those of a state are neighbours. */
interface Vectors {
  readonly columns: number;
  readonly cells: Float64Array;
}

/**
 * Repeats sweeps that bring vectors closer to a solution until they no longer change. Now and then it adds what
 * further sweeps would change: as many times the last change as leaves the least change of the next sweep (reduced
 * rank extrapolation with one vector), so that it never makes a solution worse.
 */
function settle({ columns, cells }: Vectors, sweep: () => void, work: number): void {
  let slowest = 0;
  let known = Infinity;
  for (let sweeps = 0; sweeps * work < MAX_WORK; sweeps += SWEEPS + 2) {
    for (let plain = 0; plain < SWEEPS; plain++) sweep();
    const first = cells.slice();
    sweep();
    const second = cells.slice();
    sweep();
    let change = 0;
    const before = new Float64Array(columns);
    const after = new Float64Array(columns);
    const product = new Float64Array(columns);
    const square = new Float64Array(columns);
    for (let at = 0; at < cells.length;)
      for (let column = 0; column < columns; column++, at++) {
        const earlier = second[at]! - first[at]!;
        const last = cells[at]! - second[at]!;
        before[column]! += Math.abs(earlier);
        after[column]! += Math.abs(last);
        product[column]! += last * (earlier - last);
        square[column]! += (earlier - last) ** 2;
        if (Math.abs(last) > change * Math.abs(cells[at]!)) change = Math.abs(last / cells[at]!);
      }
    for (let column = 0; column < columns; column++)
      if (after[column]! < before[column]!) slowest = Math.max(slowest, after[column]! / before[column]!);
    if (change < TOLERANCE * (1 - slowest) || (change < LAST_DIGITS && change >= known)) return;
    known = change;
    for (let at = 0; at < cells.length;)
      for (let column = 0; column < columns; column++, at++)
        if (square[column]! > 0)
          cells[at]! += ((cells[at]! - second[at]!) * product[column]!) / square[column]!;
  }
}

/** Solves h = reward + Q h: the expected credit of each state. */
function expectedCredit({ starts, other, probability }: Rows, reward: Float64Array): Float64Array {
  const cells = reward.slice();
  const sweep = (): void => {
    for (let state = cells.length - 1; state >= 0; state--) {
      let sum = reward[state]!;
      for (let at = starts[state]!; at < starts[state + 1]!; at++)
        sum += probability[at]! * cells[other[at]!]!;
      cells[state] = sum;
    }
  };
  settle({ columns: 1, cells }, sweep, cells.length + other.length);
  return cells;
}

/**
 * Prepares the effect of removing all states whose window contains a value, for each value. The credit lost is
 * that of journeys which meet such a state: the sum, over these states, of the probability that it is the first
 * of them times its expected credit. It equals 1 - (h[s] - N[s,C] N[C,C]^-1 h[C]) / h[s] without the inverse of
 * a large matrix (data-driven.md section 2).
 */
export function sparseRemovals(chain: Chain): Removals {
  const { from, to, placesOf, size } = chain.steps;
  const { starts, other, probability } = rowsBy(to, from, chain);
  const places = [...new Set(placesOf.flat())];
  const columns = places.length;
  const columnOf = new Map(places.map((place, column) => [place, column]));
  const removed = placesOf.map((own) => [...new Set(own)].map((place) => columnOf.get(place)!));
  // Visits of each state before a state without the column's value; these have none.
  const visits = new Float64Array(size * columns).fill(1, 0, columns);
  const met = new Float64Array(size * columns);
  const next = new Float64Array(columns);
  const sweep = (): void => {
    for (let state = START + 1; state < size; state++) {
      next.fill(0);
      for (let at = starts[state]!; at < starts[state + 1]!; at++) {
        const own = probability[at]!;
        const before = other[at]! * columns;
        for (let column = 0; column < columns; column++) next[column]! += own * visits[before + column]!;
      }
      for (const column of removed[state]!) {
        met[state * columns + column] = next[column]!;
        next[column] = 0;
      }
      visits.set(next, state * columns);
    }
  };
  if (columns > 0) settle({ columns, cells: visits }, sweep, columns * (size + from.length));
  const rows = rowsBy(from, to, chain);
  return (reward) => {
    const expected = expectedCredit(rows, reward);
    const lost = new Float64Array(columns);
    for (let at = 0, state = 0; state < size; state++)
      for (let column = 0; column < columns; column++, at++) lost[column]! += met[at]! * expected[state]!;
    const base = expected[START]!;
    return {
      base,
      effects: new Map(places.map((place, column) => [place, base > 0 ? lost[column]! / base : 0])),
    };
  };
}
