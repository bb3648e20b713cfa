import { models, type AttributionModel, type Weights, type Working } from './models';

/** The shares of one touch under the models 1 to 5, in this order. */
export type TouchShares = readonly [number, number, number, number, number];

/** What a direct conversion's "(no ad)" gets: everything, under every model. */
export const WHOLE: TouchShares = [1, 1, 1, 1, 1];

/** @throws RangeError for an unknown model or n < 1 (an empty path has no touches to share among). */
function weightsOf(model: number, n: number): Weights {
  const found = models.find((one) => one.value === model);
  if (!found) throw new RangeError(`unknown attribution model ${model}`);
  if (!Number.isInteger(n) || n < 1) throw new RangeError(`a path has at least one touch, not ${n}`);
  return found.weights(n);
}

const shareOf = ({ weight }: Working, { whole }: Weights): number => (whole ? weight / whole.weight : weight);

/**
 * The shares of n touches, oldest first, under one model: not negative, 1 together.
 * @throws RangeError for an unknown model or n < 1
 */
export function shares(model: number, n: number): number[] {
  const weights = weightsOf(model, n);
  return weights.touches.map((touch) => shareOf(touch, weights));
}

/**
 * The arithmetic of those shares as it was reckoned: `0.7^2 / (1 + 0.7 + 0.7^2)`; of long sums the middle is left out.
 * @throws RangeError for an unknown model or n < 1
 */
export function writtenShares(model: number, n: number): string[] {
  const { touches, whole } = weightsOf(model, n);
  const over = whole?.written() ?? '1';
  return touches.map(({ written }) => (over === '1' ? written() : `${written()} / ${over}`));
}

/** Most paths are short: their shares are kept, so that deriving many conversions shares the arrays. */
const kept = new Map<number, readonly TouchShares[]>();
const KEPT_LENGTH = 64;

/**
 * For each of n touches, oldest first, its shares under the models 1 to 5. The result is shared and
 * must not be changed.
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
