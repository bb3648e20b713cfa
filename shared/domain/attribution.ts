/** The attribution models (domain.md section 4). */
export const AttributionModel = {
  LINEAR: 1,
  DECAY: 2,
  TOUCH_POINT: 3,
  STARTING_POINT: 4,
  ENDING_POINT: 5,
} as const;
export type AttributionModel = (typeof AttributionModel)[keyof typeof AttributionModel];

/** A weight with its arithmetic written out (`0.7^2`). */
interface WeightTerm {
  readonly weight: number;
  readonly expression: () => string;
}

/** Weights of all touches, oldest first, and their sum. */
export interface Weights {
  readonly touches: readonly WeightTerm[];
  /** Divisor of the weights; null if they are shares already. */
  readonly whole: WeightTerm | null;
}

/** Attribution model: divides one conversion among the touches of its path. */
export interface Model {
  readonly value: AttributionModel;
  readonly name: keyof typeof AttributionModel;
  /**
   * Weighs n >= 1 touches. Shares and their explanation both derive from it. Formulas: domain.md section 4,
   * "Attribution models".
   */
  readonly weights: (n: number) => Weights;
}

/** DECAY: the part of the weight that remains with each step back (domain.md section 4). */
const DECAY_RATE = 0.7;
/** TOUCH_POINT: the share of the first and of the last touch (domain.md section 4). */
const END_SHARE = 0.4;
/** Longest sum written in full; longer ones omit the middle. */
const MAX_ADDENDS = 6;

const ONE: WeightTerm = { weight: 1, expression: () => '1' };
const NONE: WeightTerm = { weight: 0, expression: () => '0' };

const each = (n: number, weightOf: (index: number) => WeightTerm): WeightTerm[] =>
  Array.from({ length: n }, (_, index) => weightOf(index));

/** Writes a sum, omitting the middle of many addends. */
function formatSum(addends: readonly string[]): string {
  const terms = addends.length > MAX_ADDENDS ? [...addends.slice(0, 3), '…', ...addends.slice(-1)] : addends;
  return terms.length > 1 ? `(${terms.join(' + ')})` : (terms[0] ?? '0');
}

/** LINEAR: 1/n each (domain.md section 4). */
const linear = (n: number): Weights => ({
  touches: each(n, () => ONE),
  whole: { weight: n, expression: () => String(n) },
});

/** Returns a power of the decay rate. */
const decayPower = (steps: number): WeightTerm => ({
  weight: DECAY_RATE ** steps,
  expression: () => (steps === 0 ? '1' : steps === 1 ? String(DECAY_RATE) : `${DECAY_RATE}^${steps}`),
});

/** DECAY: 0.7^(n-i) / sum over j of 0.7^(n-j) (domain.md section 4). */
function decay(n: number): Weights {
  const touches = each(n, (index) => decayPower(n - 1 - index));
  // Weights rise with the index. Adding from the smallest keeps the sum exact to the last bits.
  const weight = touches.reduce((sum, touch) => sum + touch.weight, 0);
  return {
    touches,
    whole: {
      weight,
      expression: () => formatSum(touches.map(({ expression: written }) => written()).reverse()),
    },
  };
}

/**
 * TOUCH_POINT: 0.4 for the first and the last touch, 0.2 shared by the rest; two touches get 0.5 each
 * (domain.md section 4).
 */
function touchPoint(n: number): Weights {
  if (n <= 2) return linear(n);
  const end: WeightTerm = { weight: END_SHARE, expression: () => String(END_SHARE) };
  const middle: WeightTerm = {
    weight: (1 - 2 * END_SHARE) / (n - 2),
    expression: () => `(1 - 2 * ${END_SHARE}) / ${n - 2}`,
  };
  return { touches: each(n, (index) => (index === 0 || index === n - 1 ? end : middle)), whole: null };
}

/** STARTING_POINT: everything to the first touch (domain.md section 4). */
const startingPoint = (n: number): Weights => ({
  touches: each(n, (index) => (index === 0 ? ONE : NONE)),
  whole: null,
});

/** ENDING_POINT: everything to the last touch (domain.md section 4). */
const endingPoint = (n: number): Weights => ({
  touches: each(n, (index) => (index === n - 1 ? ONE : NONE)),
  whole: null,
});

/** All models, in the order of their values. */
export const models: readonly Model[] = [
  { value: 1, name: 'LINEAR', weights: linear },
  { value: 2, name: 'DECAY', weights: decay },
  { value: 3, name: 'TOUCH_POINT', weights: touchPoint },
  { value: 4, name: 'STARTING_POINT', weights: startingPoint },
  { value: 5, name: 'ENDING_POINT', weights: endingPoint },
];

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
