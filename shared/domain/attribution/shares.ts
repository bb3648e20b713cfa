import { models, type AttributionModel, type Weights, type Working } from './models';

/** Shares of one touch under the models 1 to 5, in this order. */
export type TouchShares = readonly [number, number, number, number, number];

/** Shares of a direct conversion's "(no ad)": everything, under every model. */
export const WHOLE: TouchShares = [1, 1, 1, 1, 1];

/** @throws RangeError for an unknown model or n < 1 (an empty path has no touches) */
function weightsOf(model: number, n: number): Weights {
  const found = models.find((one) => one.value === model);
  if (!found) throw new RangeError(`unknown attribution model ${model}`);
  if (!Number.isInteger(n) || n < 1) throw new RangeError(`a path has at least one touch, not ${n}`);
  return found.weights(n);
}

const shareOf = ({ weight }: Working, { whole }: Weights): number => (whole ? weight / whole.weight : weight);

/**
 * Returns the shares of n touches, oldest first, under one model. They are not negative and add up to 1.
 *
 * @throws RangeError for an unknown model or n < 1
 */
export function shares(model: number, n: number): number[] {
  const weights = weightsOf(model, n);
  return weights.touches.map((touch) => shareOf(touch, weights));
}

/**
 * Writes out the arithmetic of these shares: `0.7^2 / (1 + 0.7 + 0.7^2)`. Long sums omit the middle.
 *
 * @throws RangeError for an unknown model or n < 1
 */
export function writtenShares(model: number, n: number): string[] {
  const { touches, whole } = weightsOf(model, n);
  const over = whole?.written() ?? '1';
  return touches.map(({ written }) => (over === '1' ? written() : `${written()} / ${over}`));
}

/** Most paths are short, so their shares are cached and the arrays are shared. */
const kept = new Map<number, readonly TouchShares[]>();
const KEPT_LENGTH = 64;

/**
 * Returns the shares under the models 1 to 5 for each of n touches, oldest first. The result is cached: don't
 * change it.
 */
export function allShares(n: number): readonly TouchShares[] {
  const known = kept.get(n);
  if (known) return known;
  const byModel = models.map((model) => shares(model.value, n));
  const at = (index: number, model: AttributionModel): number => byModel[model - 1]?.[index] ?? 0;
  const all = Array.from({ length: n }, (_, index): TouchShares => [
    at(index, 1),
    at(index, 2),
    at(index, 3),
    at(index, 4),
    at(index, 5),
  ]);
  if (n <= KEPT_LENGTH) kept.set(n, all);
  return all;
}
