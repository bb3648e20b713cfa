import { START, type Chain } from './steps';

/** Inverts I - Q in place. It needs no pivoting, because I - Q is a diagonally dominant M-matrix. */
function invert(matrix: Float64Array, n: number): void {
  for (let pivot = 0; pivot < n; pivot++) {
    const own = pivot * n;
    const scale = 1 / matrix[own + pivot]!;
    matrix[own + pivot] = 1;
    for (let column = 0; column < n; column++) matrix[own + column]! *= scale;
    for (let row = 0; row < n; row++) {
      const factor = matrix[row * n + pivot]!;
      if (row === pivot || factor === 0) continue;
      const other = row * n;
      matrix[other + pivot] = 0;
      for (let column = 0; column < n; column++) matrix[other + column]! -= factor * matrix[own + column]!;
    }
  }
}

/**
 * Computes the removal effects of order 1 from the fundamental matrix N = inverse(I - Q), h = N r:
 * effect(a) = N[start][a] / N[a][a] * h[a] / h[start] (data-driven.md section 2).
 *
 * @returns the base h[start], and the effect of each state; state `START` has none
 */
export function denseEffects({ steps, probability, reward }: Chain): { base: number; effects: Float64Array } {
  const n = steps.size - 1;
  const matrix = new Float64Array(n * n);
  const first = new Float64Array(n);
  for (let state = 0; state < n; state++) matrix[state * n + state] = 1;
  for (let id = 0; id < probability.length; id++) {
    const [from, to] = [steps.from[id]!, steps.to[id]! - 1];
    if (from === START) first[to] = probability[id]!;
    else matrix[(from - 1) * n + to]! -= probability[id]!;
  }
  invert(matrix, n);
  const visits = new Float64Array(n);
  const expected = new Float64Array(n);
  let base = 0;
  for (let row = 0; row < n; row++) {
    let sum = 0;
    for (let column = 0; column < n; column++) {
      sum += matrix[row * n + column]! * reward[column + 1]!;
      visits[column]! += first[row]! * matrix[row * n + column]!;
    }
    expected[row] = sum;
    base += first[row]! * sum;
  }
  const effects = new Float64Array(steps.size);
  for (let state = 0; state < n && base > 0; state++)
    effects[state + 1] = (visits[state]! / matrix[state * n + state]!) * (expected[state]! / base);
  return { base, effects };
}
