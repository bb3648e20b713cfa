import { models, type AttributionModel, type Weights, type WeightTerm } from './models';

/** Shares of one touch under the models 1 to 5, in this order. */
export type TouchShares = readonly [number, number, number, number, number];

/** Shares of a direct conversion's "(no ad)": everything, under every model. */
export const WHOLE: TouchShares = [1, 1, 1, 1, 1];

/** @throws RangeError for an unknown model or n < 1 (an empty path has no touches) */
function weightsOf(model: number, n: number): Weights {
  const match = models.find((one) => one.value === model);
  if (!match) throw new RangeError(`unknown attribution model ${model}`);
  if (!Number.isInteger(n) || n < 1) throw new RangeError(`a path has at least one touch, not ${n}`);
  return match.weights(n);
}

const shareOf = ({ weight }: WeightTerm, { whole }: Weights): number =>
  whole ? weight / whole.weight : weight;

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
export function shareExpressions(model: number, n: number): string[] {
  const { touches, whole } = weightsOf(model, n);
  const divisor = whole?.expression() ?? '1';
  return touches.map(({ expression: written }) =>
    divisor === '1' ? written() : `${written()} / ${divisor}`,
  );
}

/** Most paths are short, so their shares are cached and the arrays are shared. */
const cachedShares = new Map<number, readonly TouchShares[]>();
const CACHED_LENGTH = 64;

/**
 * Returns the shares under the models 1 to 5 for each of n touches, oldest first. The result is cached: don't
 * change it.
 */
export function allShares(n: number): readonly TouchShares[] {
  const cached = cachedShares.get(n);
  if (cached) return cached;
  const byModel = models.map((model) => shares(model.value, n));
  const at = (index: number, model: AttributionModel): number => byModel[model - 1]?.[index] ?? 0;
  const all = Array.from({ length: n }, (_, index): TouchShares => [
    at(index, 1),
    at(index, 2),
    at(index, 3),
    at(index, 4),
    at(index, 5),
  ]);
  if (n <= CACHED_LENGTH) cachedShares.set(n, all);
  return all;
}
