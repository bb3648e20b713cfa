import {
  TRANSITION_MONTHS,
  transitionMeasures,
  type CohortFact,
  type TransitionMeasureKey,
} from '../../../../shared/catalog';
import type { Month } from '../../../../shared/domain/calendar';
import { develop, type Development, type DevelopmentFactor } from '../../../../shared/domain/forecast';
import { finishedSums, monthsAfter, summed, type Cohort } from './cohorts';

/** One calendar month of a cohort. */
export interface TransitionCell {
  /** Null: no older cohort went on so long, or there was no cost. */
  value: number | null;
  /** Whether the month is still to come. */
  forecast: boolean;
  /** The forecast less and plus its standard error; null: none is known, or nothing is forecast. */
  low: number | null;
  high: number | null;
}

/** When a cohort has brought what it cost. */
export interface Payback {
  /** Months after the acquisition. */
  month: number;
  forecast: boolean;
}

/** What one fact of a cohort came to, and what it is expected to come to. */
export interface Course {
  /** Months after the acquisition that are known; the last of them runs. */
  readonly age: number;
  readonly increases: readonly number[];
  readonly sums: readonly number[];
  /** The months from the first one on that is not finished. */
  readonly expected: readonly Development[];
  readonly firstExpected: number;
}

/** @param factors how the cohorts of the row went on. */
export function courseOf(
  cohort: Cohort,
  fact: CohortFact,
  factors: readonly (DevelopmentFactor | null)[],
  current: Month,
): Course {
  const finished = finishedSums(cohort, fact, current);
  const increases = cohort.facts[fact];
  return {
    age: monthsAfter(cohort.acquisition, current),
    increases,
    sums: summed(increases),
    expected: develop(finished, factors),
    firstExpected: finished.length,
  };
}

const cellOf = (value: number | null, forecast: boolean, error: number | null): TransitionCell => ({
  value,
  forecast,
  low: value === null || error === null ? null : Math.max(0, value - error),
  high: value === null || error === null ? null : value + error,
});

/** What a course came or is expected to come to, not yet set against a cost; undefined: no older cohort went on so long. */
function toldOf(
  { age, increases, sums, expected, firstExpected }: Course,
  cumulative: boolean,
  month: number,
): number | undefined {
  if (month <= age) return (cumulative ? sums : increases)[month] ?? 0;
  const step = expected[month - firstExpected];
  return step && (cumulative ? step.value : step.increase);
}

/** The months of a course under a measure. */
export function cellsOf(course: Course, key: TransitionMeasureKey, cost: number): TransitionCell[] {
  const { cumulative, overCost } = transitionMeasures[key];
  const scale = overCost ? cost : 1;
  return Array.from({ length: TRANSITION_MONTHS + 1 }, (_, month): TransitionCell => {
    const forecast = month > course.age;
    const value = toldOf(course, cumulative, month);
    if (value === undefined || scale === 0) return cellOf(null, forecast, null);
    const step = forecast ? course.expected[month - course.firstExpected] : undefined;
    const error = (cumulative ? step?.error : step?.increaseError) ?? null;
    return cellOf(value / scale, forecast, error === null ? null : error / scale);
  });
}

/** The first month up to which sales reached the cost; null: none is known, or nothing was paid. */
export function paybackOf({ age, sums, expected, firstExpected }: Course, cost: number): Payback | null {
  if (cost === 0) return null;
  for (let month = 0; month <= TRANSITION_MONTHS; month += 1) {
    const forecast = month > age;
    const value = forecast ? expected[month - firstExpected]?.value : sums[month];
    if (value !== undefined && value >= cost) return { month, forecast };
  }
  return null;
}

/**
 * Several rows together, month by month: what they say, added up, over what those of them cost that say anything.
 * It is a forecast where one of them is. Cells of thousands of rows would be most of the report's time.
 */
export function totalCells(
  rows: readonly { readonly course: Course; readonly cost: number }[],
  key: TransitionMeasureKey,
): TransitionCell[] {
  const { cumulative, overCost } = transitionMeasures[key];
  return Array.from({ length: TRANSITION_MONTHS + 1 }, (_, month) => {
    const all = { told: 0, sum: 0, cost: 0, forecast: false };
    for (const { course, cost } of rows) {
      const value = toldOf(course, cumulative, month);
      if (value === undefined) continue;
      all.told += 1;
      all.sum += value;
      all.cost += cost;
      if (month > course.age) all.forecast = true;
    }
    if (all.told === 0) return cellOf(null, rows.length > 0, null);
    const scale = overCost ? all.cost : 1;
    return cellOf(scale === 0 ? null : all.sum / scale, all.forecast, null);
  });
}
