import { START, type Chain } from './steps';

/** Pivots that are eliminated at once: each number of the other rows is then read and written a quarter as often. */
const BLOCK = 4;

/** Subtracts a multiple of a row. In place, so the column of the pivot becomes that of the inverse. */
function eliminate(row: Float64Array, own: Float64Array, pivot: number): void {
  const factor = row[pivot]!;
  row[pivot] = 0;
  for (let column = 0; column < own.length; column++) row[column]! -= factor * own[column]!;
}

/** Inverts I - Q in place. It needs no pivoting, because I - Q is a diagonally dominant M-matrix. */
function invert(rows: readonly Float64Array[]): void {
  const n = rows.length;
  for (let first = 0; first < n;) {
    const block = rows.slice(first, first + (first + BLOCK <= n ? BLOCK : 1));
    for (const [index, own] of block.entries()) {
      const pivot = first + index;
      const scale = 1 / own[pivot]!;
      own[pivot] = 1;
      for (let column = 0; column < n; column++) own[column]! *= scale;
      for (const row of block) if (row !== own) eliminate(row, own, pivot);
    }
    const [a, b, c, d] = block;
    for (const row of rows) {
      if (block.includes(row)) continue;
      if (!a || !b || !c || !d) {
        if (a) eliminate(row, a, first);
        continue;
      }
      const factors = row.slice(first, first + BLOCK);
      row.fill(0, first, first + BLOCK);
      const [fa, fb, fc, fd] = [factors[0]!, factors[1]!, factors[2]!, factors[3]!];
      for (let column = 0; column < n; column++)
        row[column]! -= fa * a[column]! + fb * b[column]! + fc * c[column]! + fd * d[column]!;
    }
    first += block.length;
  }
}

/**
 * Computes the removal effects of order 1 from the fundamental matrix N = inverse(I - Q), h = N r:
 * effect(a) = N[start][a] / N[a][a] * h[a] / h[start] (data-driven.md section 2).
 *
 * @returns the base h[start], and the effect of each value by its place
 */
export function denseEffects({ steps, probability, reward }: Chain): {
  base: number;
  effects: Map<number, number>;
} {
  const n = steps.size - 1;
  const rows = Array.from({ length: n }, () => new Float64Array(n));
  const first = new Float64Array(n);
  for (const [state, row] of rows.entries()) row[state] = 1;
  for (let id = 0; id < probability.length; id++) {
    const [from, to] = [steps.from[id]!, steps.to[id]! - 1];
    if (from === START) first[to] = probability[id]!;
    else rows[from - 1]![to]! -= probability[id]!;
  }
  invert(rows);
  const visits = new Float64Array(n);
  const expected = new Float64Array(n);
  let base = 0;
  for (const [state, row] of rows.entries()) {
    let sum = 0;
    for (let column = 0; column < n; column++) {
      sum += row[column]! * reward[column + 1]!;
      visits[column]! += first[state]! * row[column]!;
    }
    expected[state] = sum;
    base += first[state]! * sum;
  }
  const effects = rows.map((row, state): [number, number] => [
    steps.placesOf[state + 1]![0]!,
    base > 0 ? (visits[state]! / row[state]!) * (expected[state]! / base) : 0,
  ]);
  return { base, effects: new Map(effects) };
}
