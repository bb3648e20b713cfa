import type { AttributionModel } from './enums';
import type { BaseKey, BaseSums } from './base-columns';

/** How a figure is shown: a whole count, a ratio (percent), yen, a plain number, seconds. */
export type MeasureUnit = 'count' | 'ratio' | 'yen' | 'number' | 'seconds';

/** Whether more is good (up), bad (down) or neither. */
export type MeasureDirection = 'up' | 'down' | 'neutral';

/** What all measures declare. */
interface MeasureBasics {
  readonly unit: MeasureUnit;
  readonly direction: MeasureDirection;
  /** One English sentence for API documentation, as in the contract. */
  readonly description: string;
  /** Analysis pages on which the column is hidden until chosen. */
  readonly hiddenOn?: readonly string[];
  /** Other names of the same measure; never row keys. */
  readonly aliases?: readonly string[];
}

/** A measure that is a base sum as it is, divided by `scale` (100 for sen to yen). */
export interface BaseMeasure extends MeasureBasics {
  readonly kind: 'base';
  readonly base: BaseKey | ((model: AttributionModel) => BaseKey);
  readonly scale?: number;
}

/** A measure that is a pure function of base sums; null where its denominator is 0. */
export interface FormulaMeasure extends MeasureBasics {
  readonly kind: 'formula';
  readonly needs: (model: AttributionModel) => readonly BaseKey[];
  readonly formula: (sums: BaseSums, model: AttributionModel) => number | null;
  /** Whether values of rows may be added up to the total's value. */
  readonly additive: boolean;
}

export type Measure = BaseMeasure | FormulaMeasure;

/** numerator / denominator, or null when there is nothing to divide by. */
export function ratio(numerator: number, denominator: number): number | null {
  return denominator === 0 ? null : numerator / denominator;
}
