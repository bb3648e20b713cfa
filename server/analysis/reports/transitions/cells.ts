import { TRANSITION_MONTHS, transitionMeasures, type TransitionMeasureKey } from '../../../../shared/catalog';
import type { Month } from '../../../../shared/domain/calendar';
import { develop, type DevelopmentFactor } from '../../../../shared/domain/forecast';
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

/** A month before it is put over cost. */
interface Raw {
  readonly value: number | null;
  readonly error: number | null;
  readonly forecast: boolean;
}

/** What is known of the months of a cohort, and what is expected of those to come. */
function rawMonths(cohort: Cohort, key: TransitionMeasureKey, factors: readonly DevelopmentFactor[], current: Month): Raw[] {
  const { fact, cumulative } = transitionMeasures[key];
  const known = cumulative ? summed(cohort.facts[fact]) : cohort.facts[fact];
  const finished = finishedSums(cohort, fact, current);
  const expected = develop(finished, factors);
  const age = monthsAfter(cohort.acquisition, current);
  return Array.from({ length: TRANSITION_MONTHS + 1 }, (_, month): Raw => {
    if (month <= age) return { value: known[month] ?? 0, error: null, forecast: false };
    const step = expected[month - finished.length];
    if (!step) return { value: null, error: null, forecast: true };
    const [value, error] = cumulative ? [step.value, step.error] : [step.increase, step.increaseError];
    return { value, error, forecast: true };
  });
}

const over = (value: number | null, cost: number): number | null => (value === null || cost === 0 ? null : value / cost);

/** A cohort's months under a measure. */
export function cellsOf(cohort: Cohort, key: TransitionMeasureKey, factors: readonly DevelopmentFactor[], current: Month, cost: number): TransitionCell[] {
  const scaled = (value: number | null): number | null => (transitionMeasures[key].overCost ? over(value, cost) : value);
  return rawMonths(cohort, key, factors, current).map(({ value, error, forecast }) => ({
    value: scaled(value),
    forecast,
    low: scaled(value === null || error === null ? null : Math.max(0, value - error)),
    high: scaled(value === null || error === null ? null : value + error),
  }));
}

/** The first month up to which a cohort brought as much as it cost; null: none is known, or it cost nothing. */
export function paybackOf(cohort: Cohort, factors: readonly DevelopmentFactor[], current: Month, cost: number): Payback | null {
  if (cost === 0) return null;
  const months = rawMonths(cohort, 'amount_cumulative', factors, current);
  const month = months.findIndex(({ value }) => value !== null && value >= cost);
  return month < 0 ? null : { month, forecast: months[month]?.forecast ?? false };
}

/**
 * Several rows together, month by month: what they say, added up, over what those of them cost that say anything.
 * It is a forecast where one of them is.
 */
export function totalCells(rows: readonly { readonly sums: readonly TransitionCell[]; readonly cost: number }[], key: TransitionMeasureKey): TransitionCell[] {
  const { overCost } = transitionMeasures[key];
  return Array.from({ length: TRANSITION_MONTHS + 1 }, (_, month) => {
    const told = rows.filter(({ sums }) => sums[month]?.value != null);
    const sum = told.reduce((all, { sums }) => all + (sums[month]?.value ?? 0), 0);
    const value = told.length === 0 ? null : overCost ? over(sum, told.reduce((all, { cost }) => all + cost, 0)) : sum;
    return { value, forecast: told.length === 0 ? rows.length > 0 : told.some(({ sums }) => sums[month]?.forecast === true), low: null, high: null };
  });
}
