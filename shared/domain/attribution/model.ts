/** A weight with its arithmetic written out (`0.7^2`). */
export interface WeightTerm {
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
  /**
   * Weighs the touches of a path, oldest first, by the ids of their ads (at least one). Shares and their
   * explanation both derive from it. Formulas: domain.md section 4, "Attribution models".
   */
  readonly weights: (adIds: readonly number[]) => Weights;
}

export const ONE: WeightTerm = { weight: 1, expression: () => '1' };
export const NONE: WeightTerm = { weight: 0, expression: () => '0' };
