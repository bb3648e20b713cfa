/** The attribution models. */
export const AttributionModel = {
  LINEAR: 1,
  DECAY: 2,
  TOUCH_POINT: 3,
  STARTING_POINT: 4,
  ENDING_POINT: 5,
} as const;
export type AttributionModel = (typeof AttributionModel)[keyof typeof AttributionModel];

/** The share of a touch as it is reckoned: a weight over a whole, each with its arithmetic written out (`0.7^2`). */
export interface Working {
  readonly weight: number;
  readonly written: () => string;
}

/** How a model shares a conversion out: the weight of every touch, oldest first, over their whole. */
export interface Weights {
  readonly touches: readonly Working[];
  /** What weights are divided by; null: they are shares already. */
  readonly whole: Working | null;
}

/** An attribution model: how one conversion is shared among the touches of its path. */
export interface Model {
  readonly value: AttributionModel;
  readonly name: keyof typeof AttributionModel;
  /**
   * What n >= 1 touches weigh. Shares and their explanation both come from here.
   * Formulas: domain.md section 4, "Attribution models".
   */
  readonly weights: (n: number) => Weights;
}

/** What each step back from the conversion keeps under DECAY. */
const DECAY_RATE = 0.7;
/** What the first and the last touch each get under TOUCH_POINT. */
const END_SHARE = 0.4;
/** Addends that are written one by one; of more the middle is left out. */
const MOST_WRITTEN = 6;

const ONE: Working = { weight: 1, written: () => '1' };
const NONE: Working = { weight: 0, written: () => '0' };

const each = (n: number, weigh: (index: number) => Working): Working[] =>
  Array.from({ length: n }, (_, index) => weigh(index));

/** Addends in their order, the middle of many left out. */
function writtenSum(addends: readonly string[]): string {
  const shown = addends.length > MOST_WRITTEN ? [...addends.slice(0, 3), '…', ...addends.slice(-1)] : addends;
  return shown.length > 1 ? `(${shown.join(' + ')})` : (shown[0] ?? '0');
}

/** 1/n each. */
const linear = (n: number): Weights => ({
  touches: each(n, () => ONE),
  whole: { weight: n, written: () => String(n) },
});

/** A power of the decay rate. */
const kept = (steps: number): Working => ({
  weight: DECAY_RATE ** steps,
  written: () => (steps === 0 ? '1' : steps === 1 ? String(DECAY_RATE) : `${DECAY_RATE}^${steps}`),
});

/** 0.7^(n-i) / sum over j of 0.7^(n-j). */
function decay(n: number): Weights {
  const touches = each(n, (index) => kept(n - 1 - index));
  // The weights rise with the index: adding from the smallest keeps the sum exact to the last bits.
  const weight = touches.reduce((sum, touch) => sum + touch.weight, 0);
  return {
    touches,
    whole: { weight, written: () => writtenSum(touches.map(({ written }) => written()).reverse()) },
  };
}

/** 0.4 for the first and the last, 0.2 evenly over the rest; two touches share evenly. */
function touchPoint(n: number): Weights {
  if (n <= 2) return linear(n);
  const end: Working = { weight: END_SHARE, written: () => String(END_SHARE) };
  const middle: Working = {
    weight: (1 - 2 * END_SHARE) / (n - 2),
    written: () => `(1 - 2 * ${END_SHARE}) / ${n - 2}`,
  };
  return { touches: each(n, (index) => (index === 0 || index === n - 1 ? end : middle)), whole: null };
}

/** All to the first. */
const startingPoint = (n: number): Weights => ({
  touches: each(n, (index) => (index === 0 ? ONE : NONE)),
  whole: null,
});

/** All to the last. */
const endingPoint = (n: number): Weights => ({
  touches: each(n, (index) => (index === n - 1 ? ONE : NONE)),
  whole: null,
});

/** The registry of models, in the order of their values. */
export const models: readonly Model[] = [
  { value: 1, name: 'LINEAR', weights: linear },
  { value: 2, name: 'DECAY', weights: decay },
  { value: 3, name: 'TOUCH_POINT', weights: touchPoint },
  { value: 4, name: 'STARTING_POINT', weights: startingPoint },
  { value: 5, name: 'ENDING_POINT', weights: endingPoint },
];
