import { decay } from './decay';
import { endingPoint } from './ending-point';
import { linear } from './linear';
import type { Model, Weights, WeightTerm } from './model';
import { shapley } from './shapley';
import { startingPoint } from './starting-point';
import { touchPoint } from './touch-point';

/** The attribution models (domain.md section 4). Values are consecutive. */
export const AttributionModel = {
  LINEAR: 1,
  DECAY: 2,
  TOUCH_POINT: 3,
  STARTING_POINT: 4,
  ENDING_POINT: 5,
  SHAPLEY: 6,
} as const;
export type AttributionModel = (typeof AttributionModel)[keyof typeof AttributionModel];

/** All models, in the order of their values. */
export const models = [
  { name: 'LINEAR', value: AttributionModel.LINEAR, ...linear },
  { name: 'DECAY', value: AttributionModel.DECAY, ...decay },
  { name: 'TOUCH_POINT', value: AttributionModel.TOUCH_POINT, ...touchPoint },
  { name: 'STARTING_POINT', value: AttributionModel.STARTING_POINT, ...startingPoint },
  { name: 'ENDING_POINT', value: AttributionModel.ENDING_POINT, ...endingPoint },
  { name: 'SHAPLEY', value: AttributionModel.SHAPLEY, ...shapley },
] as const satisfies readonly (Model & { name: keyof typeof AttributionModel; value: AttributionModel })[];

/** Shares of one touch under the models, in the order of their values. */
export type TouchShares = readonly number[];

/** Shares of a direct conversion's "(no ad)": everything, under every model. */
export const WHOLE: TouchShares = models.map(() => 1);

/** @throws RangeError for an unknown model or an empty path */
function weightsOf(model: number, adIds: readonly number[]): Weights {
  const match = models.find((one) => one.value === model);
  if (!match) throw new RangeError(`unknown attribution model ${model}`);
  if (adIds.length === 0) throw new RangeError('a path has at least one touch');
  return match.weights(adIds);
}

const shareOf = ({ weight }: WeightTerm, { whole }: Weights): number =>
  whole ? weight / whole.weight : weight;

/**
 * Returns the shares of a path's touches, oldest first, under one model. They are not negative and add up to 1.
 *
 * @param adIds the ads of the touches
 * @throws RangeError for an unknown model or an empty path
 */
export function shares(model: number, adIds: readonly number[]): number[] {
  const weights = weightsOf(model, adIds);
  return weights.touches.map((touch) => shareOf(touch, weights));
}

/**
 * Writes out the arithmetic of these shares: `0.7^2 / (1 + 0.7 + 0.7^2)`. Long sums omit the middle.
 *
 * @throws RangeError for an unknown model or an empty path
 */
export function shareExpressions(model: number, adIds: readonly number[]): string[] {
  const { touches, whole } = weightsOf(model, adIds);
  const divisor = whole?.expression() ?? '1';
  return touches.map(({ expression: written }) =>
    divisor === '1' ? written() : `${written()} / ${divisor}`,
  );
}

/** Most paths are short and repeat few patterns of ads, so their shares are cached and the arrays are shared. */
const cachedShares = new Map<string, readonly TouchShares[]>();
const CACHED_LENGTH = 64;
const CACHED_PATTERNS = 10_000;

/** Numbers the ads of a path by their first touch: paths of one pattern have the same shares. */
function patternOf(adIds: readonly number[]): number[] {
  const places = new Map<number, number>();
  return adIds.map((adId) => {
    const place = places.get(adId) ?? places.size;
    places.set(adId, place);
    return place;
  });
}

/**
 * Returns the shares under all models for each touch of a path, oldest first. The result is cached: don't
 * change it.
 */
export function allShares(adIds: readonly number[]): readonly TouchShares[] {
  const pattern = patternOf(adIds);
  const key = pattern.join();
  const cached = cachedShares.get(key);
  if (cached) return cached;
  const byModel = models.map((model) => shares(model.value, pattern));
  const all = pattern.map((_, index): TouchShares => byModel.map((list) => list[index] ?? 0));
  if (adIds.length <= CACHED_LENGTH && cachedShares.size < CACHED_PATTERNS) cachedShares.set(key, all);
  return all;
}
