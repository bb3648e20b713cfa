import type { AttributionModel } from './enums';
import type { BaseKey, BaseValues } from './base-columns';

/** Display unit: a whole count, a ratio (percent), yen, a plain number, seconds. */
export type MeasureUnit = 'count' | 'ratio' | 'yen' | 'number' | 'seconds';

/** Whether a higher value is good (up), bad (down) or neither. */
export type MeasureDirection = 'up' | 'down' | 'neutral';

/** Common fields of all measures. */
interface MeasureBasics {
  readonly unit: MeasureUnit;
  readonly direction: MeasureDirection;
  /** One English sentence for the API documentation, as in the contract. */
  readonly description: string;
  /** Analysis pages that hide the column until the user selects it. */
  readonly hiddenOn?: readonly string[];
  /** Other names of the measure; never used as row keys. */
  readonly aliases?: readonly string[];
}

/** Measure that equals a base sum, divided by `scale` (100 for sen to yen). */
export interface BaseMeasure extends MeasureBasics {
  readonly kind: 'base';
  readonly base: BaseKey | ((model: AttributionModel) => BaseKey);
  readonly scale?: number;
}

/** Pure function of base sums; null if its denominator is 0. */
export interface FormulaMeasure extends MeasureBasics {
  readonly kind: 'formula';
  readonly needs: (model: AttributionModel) => readonly BaseKey[];
  readonly formula: (sums: BaseValues, model: AttributionModel) => number | null;
  /** Whether the values of all rows add up to the total. */
  readonly additive: boolean;
}

export type Measure = BaseMeasure | FormulaMeasure;

/** Divides, or returns null if the denominator is 0. */
export function ratio(numerator: number, denominator: number): number | null {
  return denominator === 0 ? null : numerator / denominator;
}
