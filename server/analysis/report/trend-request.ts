import { baseKeysOf, findMeasure, type MeasureKey } from '../../../shared/catalog';
import {
  comparePeriods,
  countDays,
  countMonths,
  monthOf,
  previousPeriods,
  TermPeriodUnit,
  type ComparedPeriod,
  type DayRange,
} from '../../../shared/domain/calendar';
import { badInput } from '../../auth/failure';
import type { ReportInput } from '../input';
import type { ReportRequest } from './request';

/** Maximum periods of a trend: thirteen years of days. */
const MAX_PERIODS = 5000;
/** Maximum rows of one answer; further rows need another page. */
export const MAX_TREND_ROWS = 50_000;
/** Maximum number of top values. */
const MAX_TOP = 100;
/** Default ranking measure. */
const DEFAULT_RANKING: MeasureKey = 'cvTotalFinal';

export const units = Object.values(TermPeriodUnit);
export const DEFAULT_UNIT: TermPeriodUnit = TermPeriodUnit.DAY;

/** Trend arguments beside those of every report. */
export interface TrendRequest {
  readonly unit: TermPeriodUnit;
  /** Number of top values; null: all values. */
  readonly top: number | null;
  readonly topBy: MeasureKey;
}

/** @throws Failure BAD_USER_INPUT naming the field */
export function parseTrendRequest({ unit: requestedUnit, top, topBy }: ReportInput): TrendRequest {
  const unit = units.find((known) => known === (requestedUnit ?? DEFAULT_UNIT));
  if (!unit) throw badInput({ unit: { key: 'mustBeOneOf', params: { values: units.join(', ') } } });
  if (top != null && !(Number.isInteger(top) && top >= 1))
    throw badInput({ top: { key: 'minValue', params: { min: 1 } } });
  if (top != null && top > MAX_TOP) throw badInput({ top: { key: 'maxValue', params: { max: MAX_TOP } } });
  const measure = topBy ? findMeasure(topBy) : DEFAULT_RANKING;
  if (!measure) throw badInput({ topBy: { key: 'unknownField' } });
  return { unit, top: top ?? null, topBy: measure };
}

/** Returns the base measures that the ranking reads. */
export const rankingKeys = (
  { top, topBy }: TrendRequest,
  { model }: ReportRequest,
): ReturnType<typeof baseKeysOf> => (top === null ? [] : baseKeysOf([topBy], model));

const LENGTH = { day: 1, week: 7 } as const;
const countPeriods = ({ from, to }: DayRange, unit: TermPeriodUnit): number =>
  unit === 'month' ? countMonths(monthOf(from), monthOf(to)) : countDays(from, to) / LENGTH[unit];

/** Periods of a trend, their comparison days, and how both are paired. */
export interface TrendPeriods {
  readonly comparisonRange: DayRange;
  readonly periods: readonly ComparedPeriod[];
}

/**
 * Returns the periods of a trend. They are compared with as many periods just before, unless other days are
 * given.
 *
 * @throws Failure BAD_USER_INPUT for too many periods
 */
export function trendPeriods(
  { range, previous, weekStart }: ReportRequest,
  unit: TermPeriodUnit,
  { compare, compareFrom }: ReportInput,
): TrendPeriods {
  if (countPeriods(range, unit) > MAX_PERIODS)
    throw badInput({ unit: { key: 'tooManyPeriods', params: { max: MAX_PERIODS } } });
  const explicitRange = compareFrom != null || compare === 'last_year' ? previous : null;
  const comparisonRange = explicitRange ?? previousPeriods(range, unit);
  return { comparisonRange, periods: comparePeriods(range, unit, weekStart, comparisonRange) };
}
