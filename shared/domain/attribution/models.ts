/** The attribution models. */
export const AttributionModel = { LINEAR: 1, DECAY: 2, TOUCH_POINT: 3, STARTING_POINT: 4, ENDING_POINT: 5 } as const;
export type AttributionModel = (typeof AttributionModel)[keyof typeof AttributionModel];

/** An attribution model: how one conversion is shared among the touches of its path. */
export interface Model {
  readonly value: AttributionModel;
  readonly name: keyof typeof AttributionModel;
  /**
   * Shares of n >= 1 touches, oldest first; they are not negative and sum to 1.
   * Formulas: domain.md section 4, "Attribution models".
   */
  readonly shares: (n: number) => number[];
}

/** What each step back from the conversion keeps under DECAY. */
const DECAY_RATE = 0.7;
/** What the first and the last touch each get under TOUCH_POINT. */
const END_SHARE = 0.4;

const touches = (n: number, share: (index: number) => number): number[] =>
  Array.from({ length: n }, (_, index) => share(index));

/** 1/n each. */
function linear(n: number): number[] {
  return touches(n, () => 1 / n);
}

/** 0.7^(n-i) / sum over j of 0.7^(n-j). */
function decay(n: number): number[] {
  const weights = touches(n, (index) => DECAY_RATE ** (n - 1 - index));
  // The weights rise with the index: adding from the smallest keeps the sum exact to the last bits.
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / whole);
}

/** 0.4 for the first and the last, 0.2 evenly over the rest; two touches share evenly. */
function touchPoint(n: number): number[] {
  if (n === 1) return [1];
  if (n === 2) return [0.5, 0.5];
  const middle = (1 - 2 * END_SHARE) / (n - 2);
  return touches(n, (index) => (index === 0 || index === n - 1 ? END_SHARE : middle));
}

/** All to the first. */
function startingPoint(n: number): number[] {
  return touches(n, (index) => (index === 0 ? 1 : 0));
}

/** All to the last. */
function endingPoint(n: number): number[] {
  return touches(n, (index) => (index === n - 1 ? 1 : 0));
}

/** The registry of models, in the order of their values. */
export const models: readonly Model[] = [
  { value: 1, name: 'LINEAR', shares: linear },
  { value: 2, name: 'DECAY', shares: decay },
  { value: 3, name: 'TOUCH_POINT', shares: touchPoint },
  { value: 4, name: 'STARTING_POINT', shares: startingPoint },
  { value: 5, name: 'ENDING_POINT', shares: endingPoint },
];
