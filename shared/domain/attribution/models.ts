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
export interface Working {
  readonly weight: number;
  readonly written: () => string;
}

/** Weights of all touches, oldest first, and their sum. */
export interface Weights {
  readonly touches: readonly Working[];
  /** Divisor of the weights; null if they are shares already. */
  readonly whole: Working | null;
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
const MOST_WRITTEN = 6;

const ONE: Working = { weight: 1, written: () => '1' };
const NONE: Working = { weight: 0, written: () => '0' };

const each = (n: number, weigh: (index: number) => Working): Working[] =>
  Array.from({ length: n }, (_, index) => weigh(index));

/** Writes a sum, omitting the middle of many addends. */
function writtenSum(addends: readonly string[]): string {
  const shown = addends.length > MOST_WRITTEN ? [...addends.slice(0, 3), '…', ...addends.slice(-1)] : addends;
  return shown.length > 1 ? `(${shown.join(' + ')})` : (shown[0] ?? '0');
}

/** LINEAR: 1/n each (domain.md section 4). */
const linear = (n: number): Weights => ({
  touches: each(n, () => ONE),
  whole: { weight: n, written: () => String(n) },
});

/** Returns a power of the decay rate. */
const kept = (steps: number): Working => ({
  weight: DECAY_RATE ** steps,
  written: () => (steps === 0 ? '1' : steps === 1 ? String(DECAY_RATE) : `${DECAY_RATE}^${steps}`),
});

/** DECAY: 0.7^(n-i) / sum over j of 0.7^(n-j) (domain.md section 4). */
function decay(n: number): Weights {
  const touches = each(n, (index) => kept(n - 1 - index));
  // Weights rise with the index. Adding from the smallest keeps the sum exact to the last bits.
  const weight = touches.reduce((sum, touch) => sum + touch.weight, 0);
  return {
    touches,
    whole: { weight, written: () => writtenSum(touches.map(({ written }) => written()).reverse()) },
  };
}

/**
 * TOUCH_POINT: 0.4 for the first and the last touch, 0.2 shared by the rest; two touches get 0.5 each
 * (domain.md section 4).
 */
function touchPoint(n: number): Weights {
  if (n <= 2) return linear(n);
  const end: Working = { weight: END_SHARE, written: () => String(END_SHARE) };
  const middle: Working = {
    weight: (1 - 2 * END_SHARE) / (n - 2),
    written: () => `(1 - 2 * ${END_SHARE}) / ${n - 2}`,
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
