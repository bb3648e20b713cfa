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
  /** Null: no older cohort is that old, or the cost is zero. */
  value: number | null;
  /** Whether the month is in the future. */
  forecast: boolean;
  /** Forecast minus and plus its standard error; null: unknown, or not a forecast. */
  low: number | null;
  high: number | null;
}

/** When a cohort's sales reach its cost. */
export interface Payback {
  /** Months after the acquisition. */
  month: number;
  forecast: boolean;
}

/** Known and expected values of one fact of a cohort. */
export interface Course {
  /** Number of known months after the acquisition; the last one is unfinished. */
  readonly age: number;
  readonly increases: readonly number[];
  readonly sums: readonly number[];
  /** Forecast from the first unfinished month on. */
  readonly expected: readonly Development[];
  readonly firstExpected: number;
}

/** @param factors development factors of the row's cohorts */
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

/**
 * Returns the known or expected value of a month, before it is divided by a cost; undefined if no older
 * cohort is that old.
 */
function valueAt(
  { age, increases, sums, expected, firstExpected }: Course,
  cumulative: boolean,
  month: number,
): number | undefined {
  if (month <= age) return (cumulative ? sums : increases)[month] ?? 0;
  const step = expected[month - firstExpected];
  return step && (cumulative ? step.value : step.increase);
}

/** Returns the months of a course for a measure. */
export function cellsOf(course: Course, key: TransitionMeasureKey, cost: number): TransitionCell[] {
  const { cumulative, overCost } = transitionMeasures[key];
  const scale = overCost ? cost : 1;
  return Array.from({ length: TRANSITION_MONTHS + 1 }, (_, month): TransitionCell => {
    const forecast = month > course.age;
    const value = valueAt(course, cumulative, month);
    if (value === undefined || scale === 0) return cellOf(null, forecast, null);
    const step = forecast ? course.expected[month - course.firstExpected] : undefined;
    const error = (cumulative ? step?.error : step?.increaseError) ?? null;
    return cellOf(value / scale, forecast, error === null ? null : error / scale);
  });
}

/**
 * Returns the first month with cumulative sales at or above the cost; null if there is none, or the cost is
 * zero.
 */
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
 * Adds up several rows month by month, and divides by the cost of the rows that have a value. The sum is a
 * forecast if any part is. Skips the cells of the rows, which would take most of the report's time for
 * thousands of rows.
 */
export function totalCells(
  rows: readonly { readonly course: Course; readonly cost: number }[],
  key: TransitionMeasureKey,
): TransitionCell[] {
  const { cumulative, overCost } = transitionMeasures[key];
  return Array.from({ length: TRANSITION_MONTHS + 1 }, (_, month) => {
    const all = { count: 0, sum: 0, cost: 0, forecast: false };
    for (const { course, cost } of rows) {
      const value = valueAt(course, cumulative, month);
      if (value === undefined) continue;
      all.count += 1;
      all.sum += value;
      all.cost += cost;
      if (month > course.age) all.forecast = true;
    }
    if (all.count === 0) return cellOf(null, rows.length > 0, null);
    const scale = overCost ? all.cost : 1;
    return cellOf(scale === 0 ? null : all.sum / scale, all.forecast, null);
  });
}
