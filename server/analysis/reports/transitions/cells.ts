import {
  TRANSITION_MONTHS,
  transitionMeasures,
  type CohortFact,
  type TransitionMeasureKey,
} from '../../../../shared/catalog';
import type { Month } from '../../../../shared/domain/calendar';
import { develop, type Development, type DevelopmentFactor } from '../../../../shared/domain/forecast';
import type { Part } from '../../report/report';
import { finishedSums, monthsAfter, summed, type Cohort } from './cohorts';

/** One calendar month of a cohort. */
interface TransitionCell {
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

/** What the values of a cohort can be divided by. */
export interface Divisors {
  /** In yen. */
  readonly cost: number;
  readonly customers: number;
}

/** Returns the months of a course for a measure. */
export function cellsOf(course: Course, key: TransitionMeasureKey, divisors: Divisors): TransitionCell[] {
  const { cumulative, over } = transitionMeasures[key];
  const scale = over === null ? 1 : divisors[over];
  return Array.from({ length: TRANSITION_MONTHS + 1 }, (_, month): TransitionCell => {
    const forecast = month > course.age;
    const value = valueAt(course, cumulative, month);
    if (value === undefined || scale === 0) return cellOf(null, forecast, null);
    const step = forecast ? course.expected[month - course.firstExpected] : undefined;
    const error = (cumulative ? step?.error : step?.increaseError) ?? null;
    return cellOf(value / scale, forecast, error === null ? null : error / scale);
  });
}

/** Least part of a row's customers whose cohorts must have a value of a month for the row to have one. */
const LEAST_COVERED = 0.5;

/**
 * Returns the first month after the acquisition with cumulative sales at or above the cost, of one cohort or of
 * several together; null if there is none, too few cohorts have a value until then, or they cost nothing.
 */
export function paybackOf(cohorts: readonly (Divisors & { readonly sales: Course })[]): Payback | null {
  const customers = cohorts.reduce((sum, one) => sum + one.customers, 0);
  for (let month = 0; month <= TRANSITION_MONTHS; month += 1) {
    const all = { covered: 0, sales: 0, cost: 0, forecast: false };
    for (const { sales, cost, customers: own } of cohorts) {
      const value = valueAt(sales, true, month);
      if (value === undefined) continue;
      all.covered += own;
      all.sales += value;
      all.cost += cost;
      if (month > sales.age) all.forecast = true;
    }
    if (all.covered < customers * LEAST_COVERED) return null;
    if (all.cost > 0 && all.sales >= all.cost) return { month, forecast: all.forecast };
  }
  return null;
}

/** Returns the standard error of a forecast month, before it is divided; null if unknown, 0 if known exactly. */
function errorAt(
  { age, expected, firstExpected }: Course,
  cumulative: boolean,
  month: number,
): number | null {
  if (month <= age) return 0;
  const step = expected[month - firstExpected];
  return (cumulative ? step?.error : step?.increaseError) ?? null;
}

/**
 * Adds up several rows month by month, and divides by the cost or customers of the rows that have a value. The
 * sum is a forecast if any part is. Skips the cells of the rows, which would take most of the report's time for
 * thousands of rows.
 *
 * @param isRow whether these are the cohorts of one row. Its forecasts get an error: the sum of those of the
 * cohorts, the most it can be, because the same factors forecast them. It has no value for a month that too few
 * of its customers have reached or are forecast for.
 */
export function totalCells(
  rows: readonly (Divisors & { readonly course: Course })[],
  key: TransitionMeasureKey,
  isRow = false,
): TransitionCell[] {
  const { cumulative, over } = transitionMeasures[key];
  const customers = rows.reduce((sum, row) => sum + row.customers, 0);
  return Array.from({ length: TRANSITION_MONTHS + 1 }, (_, month) => {
    const all = { count: 0, covered: 0, sum: 0, scale: 0, forecast: false };
    let error: number | null = isRow ? 0 : null;
    for (const { course, ...divisors } of rows) {
      const value = valueAt(course, cumulative, month);
      if (value === undefined) continue;
      all.count += 1;
      all.covered += divisors.customers;
      all.sum += value;
      all.scale += over === null ? 0 : divisors[over];
      if (month > course.age) all.forecast = true;
      const own = error === null ? null : errorAt(course, cumulative, month);
      error = error === null || own === null ? null : error + own;
    }
    const isCovered = !isRow || all.covered >= customers * LEAST_COVERED;
    if (all.count === 0 || !isCovered) return cellOf(null, rows.length > 0, null);
    const scale = over === null ? 1 : all.scale;
    if (scale === 0) return cellOf(null, all.forecast, null);
    return cellOf(all.sum / scale, all.forecast, error === null || !all.forecast ? null : error / scale);
  });
}

/** Fields of a cohort. */
export interface TransitionFields {
  /** Month of the acquisition, yyyyMM. */
  acquisitionMonth: string;
  /** Customers acquired, by share. */
  customers: number;
  /** The ad's cost in that month, in yen. */
  cost: number;
  /** Number of ad days with a cost reported by a medium. If not zero, the cost includes media costs. */
  mediaCostDays: number;
  /** Sales of these customers up to now, at most to the last month, in yen. */
  amount: number;
  payback: Payback | null;
  /** By months after the acquisition, from 0. */
  months: Pick<TransitionCell, 'value' | 'forecast'>[];
  /** Error ranges of the forecasts, for the same months. */
  ranges: Pick<TransitionCell, 'low' | 'high'>[];
}

/** Fields of an ad effect row beside its axes; the total, and a row of several cohorts, have no month. */
export type TransitionRow = Omit<TransitionFields, 'acquisitionMonth'> & { acquisitionMonth: string | null };

/** Returns a cohort's months as row fields. */
export const monthFields = (
  cells: readonly TransitionCell[],
): Pick<TransitionFields, 'months' | 'ranges'> => ({
  months: cells.map(({ value, forecast }) => ({ value, forecast })),
  ranges: cells.map(({ low, high }) => ({ low, high })),
});

const MONTHS: Part['fields'] = {
  months: { type: 'TransitionMonth', fields: { value: 'float?', forecast: 'bool' }, list: true },
  ranges: { type: 'TransitionRange', fields: { low: 'float?', high: 'float?' }, list: true },
};
const PAYBACK: Part = {
  type: 'TransitionPayback',
  fields: { month: 'int', forecast: 'bool' },
  nullable: true,
};

/** The same fields in the GraphQL contract. */
export const transitionFields: Part['fields'] = {
  acquisitionMonth: 'text?',
  customers: 'float',
  cost: 'float',
  mediaCostDays: 'float',
  amount: 'float',
  payback: PAYBACK,
  ...MONTHS,
};

/** A cohort over all rows. */
export const COHORT: Part = {
  type: 'TransitionCohort',
  fields: {
    acquisitionMonth: 'text',
    customers: 'float',
    cost: 'float',
    mediaCostDays: 'float',
    amount: 'float',
    payback: PAYBACK,
    ...MONTHS,
  },
  list: true,
};
