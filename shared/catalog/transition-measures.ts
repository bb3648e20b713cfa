import { isKeyOf, keysOf } from '../records';
import { AttributionModel } from './enums';
import type { MeasureUnit } from './measure';

/** What a customer does in a calendar month: facts of cohorts. */
export const cohortFacts = ['cv', 'customers', 'amount'] as const;
export type CohortFact = (typeof cohortFacts)[number];

/** What the ad effect report tells of each month after the acquisition. */
export interface TransitionMeasure {
  readonly fact: CohortFact;
  /** Up to the month, rather than in it. */
  readonly cumulative: boolean;
  /** Over the ad's cost in the month of the acquisition. */
  readonly overCost: boolean;
  readonly unit: MeasureUnit;
}

const measure = (
  fact: CohortFact,
  unit: MeasureUnit,
  more: Partial<TransitionMeasure> = {},
): TransitionMeasure => ({ fact, cumulative: false, overCost: false, unit, ...more });

/** The measures of the ad effect report, by their REST names. */
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

/** Months after the one of the acquisition that the report goes on for. */
export const TRANSITION_MONTHS = 24;

/** Models that credit one contact with a customer: what is counted under them is whole. */
const WHOLE: readonly number[] = [AttributionModel.STARTING_POINT, AttributionModel.ENDING_POINT];

/** How a measure is shown under a model: parts of conversions are no counts. */
export function transitionUnit(key: TransitionMeasureKey, model: number): MeasureUnit {
  const { unit } = transitionMeasures[key];
  return unit === 'number' && WHOLE.includes(model) ? 'count' : unit;
}
