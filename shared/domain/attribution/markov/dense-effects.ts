import { START, type Chain, type Removals } from './steps';

/** Rows and columns of the parts of a matrix that are multiplied at once, because their numbers stay in registers. */
const BLOCK = 4;

/** A square matrix: its rows one after another. */
type Matrix = Float64Array;

/** Numbers of rows. */
interface RowPair {
  readonly row: number;
  readonly other: number;
}

/** Subtracts a multiple of a row from another, in the columns `from` to before `end`. */
function subtractRow(
  cells: Matrix,
  n: number,
  { row, other }: RowPair,
  factor: number,
  from: number,
  end: number,
) {
  for (let column = from; column < end; column++)
    cells[row * n + column]! -= factor * cells[other * n + column]!;
}

/**
 * Subtracts multiples of the `BLOCK` rows from `other` on from those from `row` on, in the columns `from` to before
 * `end`.
 *
 * @param f factors of all rows for the first row, then for the second...
 */
function subtractBlock(
  cells: Matrix,
  n: number,
  { row, other }: RowPair,
  f: Float64Array,
  from: number,
  end: number,
): void {
  for (let half = 0; half < BLOCK; half += 2) {
    const [a, b, c, d] = [f[half * BLOCK]!, f[half * BLOCK + 1]!, f[half * BLOCK + 2]!, f[half * BLOCK + 3]!];
    const [e, g, h, i] = [
      f[half * BLOCK + 4]!,
      f[half * BLOCK + 5]!,
      f[half * BLOCK + 6]!,
      f[half * BLOCK + 7]!,
    ];
    for (let column = from; column < end; column++) {
      const place = other * n + column;
      const p = cells[place]!;
      const q = cells[place + n]!;
      const r = cells[place + 2 * n]!;
      const s = cells[place + 3 * n]!;
      const own = (row + half) * n + column;
      cells[own]! -= a * p + b * q + c * r + d * s;
      cells[own + n]! -= e * p + g * q + h * r + i * s;
    }
  }
}

function identity(n: number): Matrix {
  const cells = new Float64Array(n * n);
  for (let row = 0; row < n; row++) cells[row * n + row] = 1;
  return cells;
}

/**
 * Inverts the factors of I - Q = L U. It needs no pivoting, because I - Q is a diagonally dominant M-matrix, and
 * no digits cancel in inverse(U) inverse(L), because both have no negative numbers. The removal effects need only
 * the diagonal of the inverse, so this takes two thirds of the multiplications that all of it would.
 *
 * @param upper I - Q; becomes U
 * @param n a multiple of `BLOCK`
 */
function invertFactors(upper: Matrix, n: number): { lowerInverse: Matrix; upperInverse: Matrix } {
  const lowerInverse = identity(n);
  const upperInverse = identity(n);
  const factors = new Float64Array(BLOCK * BLOCK);
  for (let first = 0; first < n; first += BLOCK) {
    const end = first + BLOCK;
    for (let row = first + 1; row < end; row++)
      for (let other = first; other < row; other++) {
        const factor = upper[row * n + other]! / upper[other * n + other]!;
        subtractRow(upper, n, { row, other }, factor, first, n);
        subtractRow(lowerInverse, n, { row, other }, factor, 0, end);
      }
    for (let row = end; row < n; row += BLOCK) {
      for (let place = 0; place < factors.length; place++) {
        const own = Math.floor(place / BLOCK);
        const pivot = first + (place % BLOCK);
        let left = upper[(row + own) * n + pivot]!;
        for (let before = first; before < pivot; before++)
          left -= factors[own * BLOCK + before - first]! * upper[before * n + pivot]!;
        factors[place] = left / upper[pivot * n + pivot]!;
      }
      subtractBlock(upper, n, { row, other: first }, factors, end, n);
      subtractBlock(lowerInverse, n, { row, other: first }, factors, 0, end);
    }
  }
  for (let first = n - BLOCK; first >= 0; first -= BLOCK) {
    const end = first + BLOCK;
    for (let other = end; other < n; other += BLOCK) {
      for (let place = 0; place < factors.length; place++)
        factors[place] = upper[(first + Math.floor(place / BLOCK)) * n + other + (place % BLOCK)]!;
      subtractBlock(upperInverse, n, { row: first, other }, factors, other, n);
    }
    for (let row = end - 1; row >= first; row--) {
      for (let other = row + 1; other < end; other++)
        subtractRow(upperInverse, n, { row, other }, upper[row * n + other]!, other, n);
      const scale = 1 / upper[row * n + row]!;
      for (let column = row; column < n; column++) upperInverse[row * n + column]! *= scale;
    }
  }
  return { lowerInverse, upperInverse };
}

/**
 * Prepares the removal effects of order 1 from the fundamental matrix N = inverse(I - Q), h = N r:
 * effect(a) = N[start][a] / N[a][a] * h[a] / h[start] (data-driven.md section 2).
 */
export function denseRemovals({ steps, probability }: Chain): Removals {
  const values = steps.size - 1;
  const n = Math.ceil(values / BLOCK) * BLOCK;
  const matrix = identity(n);
  const first = new Float64Array(n);
  for (let id = 0; id < probability.length; id++) {
    const from = steps.from[id]!;
    const to = steps.to[id]! - 1;
    if (from === START) first[to] = probability[id]!;
    else matrix[(from - 1) * n + to]! -= probability[id]!;
  }
  const { lowerInverse, upperInverse } = invertFactors(matrix, n);
  const ofStart = new Float64Array(n);
  const visits = new Float64Array(n);
  const diagonal = new Float64Array(n);
  for (let row = 0; row < n; row++)
    for (let column = row; column < n; column++) {
      const upper = upperInverse[row * n + column]!;
      ofStart[column]! += first[row]! * upper;
      diagonal[row]! += upper * lowerInverse[column * n + row]!;
    }
  for (let row = 0; row < n; row++)
    for (let column = 0; column <= row; column++)
      visits[column]! += ofStart[row]! * lowerInverse[row * n + column]!;
  return (reward) => {
    const half = new Float64Array(n);
    const expected = new Float64Array(n);
    for (let row = 0; row < values; row++)
      for (let column = 0; column <= row; column++)
        half[row]! += lowerInverse[row * n + column]! * reward[column + 1]!;
    let base = 0;
    for (let row = 0; row < values; row++) {
      for (let column = row; column < values; column++)
        expected[row]! += upperInverse[row * n + column]! * half[column]!;
      base += first[row]! * expected[row]!;
    }
    const effects = steps.placesOf.slice(1).map(([place = 0], state): [number, number] => {
      const hits = visits[state]! / diagonal[state]!;
      return [place, base > 0 ? (hits * expected[state]!) / base : 0];
    });
    return { base, effects: new Map(effects) };
  };
}
