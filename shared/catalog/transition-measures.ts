import { isKeyOf, keysOf } from '../records';
import { AttributionModel } from './enums';
import type { MeasureUnit } from './measure';

/** Cohort facts per customer and calendar month. */
export const cohortFacts = ['cv', 'customers', 'amount'] as const;
export type CohortFact = (typeof cohortFacts)[number];

/** Measure of the ad effect report, per month after the acquisition. */
export interface TransitionMeasure {
  readonly fact: CohortFact;
  /** Accumulated up to the month. */
  readonly cumulative: boolean;
  /** Divided by the ad's cost of the acquisition month. */
  readonly overCost: boolean;
  readonly unit: MeasureUnit;
}

const measure = (
  fact: CohortFact,
  unit: MeasureUnit,
  more: Partial<TransitionMeasure> = {},
): TransitionMeasure => ({ fact, cumulative: false, overCost: false, unit, ...more });

/** Measures of the ad effect report, by REST name. */
export const transitionMeasures = {
  cv: measure('cv', 'number'),
  customers: measure('customers', 'number'),
  amount: measure('amount', 'yen'),
  amount_cumulative: measure('amount', 'yen', { cumulative: true }),
  roas_cumulative: measure('amount', 'ratio', { cumulative: true, overCost: true }),
} as const satisfies Record<string, TransitionMeasure>;

export type TransitionMeasureKey = keyof typeof transitionMeasures;
export const transitionMeasureKeys = keysOf(transitionMeasures);
export const defaultTransitionMeasure: TransitionMeasureKey = 'cv';
export const isTransitionMeasure = (name: string): name is TransitionMeasureKey =>
  isKeyOf(transitionMeasures, name);

/** Number of months after the acquisition month. */
export const TRANSITION_MONTHS = 24;

/** Models that credit one touch with the whole customer, so counts are integers. */
const WHOLE_CREDIT_MODELS: readonly number[] = [
  AttributionModel.STARTING_POINT,
  AttributionModel.ENDING_POINT,
];

/** Returns the display unit of a measure under a model: shared conversions are no integer counts. */
export function transitionUnit(key: TransitionMeasureKey, model: number): MeasureUnit {
  const { unit } = transitionMeasures[key];
  return unit === 'number' && WHOLE_CREDIT_MODELS.includes(model) ? 'count' : unit;
}
