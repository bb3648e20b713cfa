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

/** Periods that a trend has at most: thirteen years of days. */
const MAX_PERIODS = 5000;
/** Rows that one answer holds at most; further ones are asked for by page. */
export const MAX_TREND_ROWS = 50_000;
/** Values of the axes that stand apart from the rest, at most. */
const MAX_TOP = 100;
/** By what the values that stand apart rank, unless it is asked for. */
const RANKED_BY: MeasureKey = 'cvTotalFinal';

export const units = Object.values(TermPeriodUnit);
export const DEFAULT_UNIT: TermPeriodUnit = TermPeriodUnit.DAY;

/** What a trend is asked beside what every report is. */
export interface TrendRequest {
  readonly unit: TermPeriodUnit;
  /** How many values of the axes stand apart from the rest; null: all of them. */
  readonly top: number | null;
  readonly topBy: MeasureKey;
}

/** @throws Failure BAD_USER_INPUT naming the field */
export function trendRequest({ unit: asked, top, topBy }: ReportInput): TrendRequest {
  const unit = units.find((known) => known === (asked ?? DEFAULT_UNIT));
  if (!unit) throw badInput({ unit: { key: 'mustBeOneOf', params: { values: units.join(', ') } } });
  if (top != null && !(Number.isInteger(top) && top >= 1))
    throw badInput({ top: { key: 'minValue', params: { min: 1 } } });
  if (top != null && top > MAX_TOP) throw badInput({ top: { key: 'maxValue', params: { max: MAX_TOP } } });
  const measure = topBy ? findMeasure(topBy) : RANKED_BY;
  if (!measure) throw badInput({ topBy: { key: 'unknownField' } });
  return { unit, top: top ?? null, topBy: measure };
}

/** The base sums that the ranking reads. */
export const rankedKeys = (
  { top, topBy }: TrendRequest,
  { model }: ReportRequest,
): ReturnType<typeof baseKeysOf> => (top === null ? [] : baseKeysOf([topBy], model));

const LENGTH = { day: 1, week: 7 } as const;
const countPeriods = ({ from, to }: DayRange, unit: TermPeriodUnit): number =>
  unit === 'month' ? countMonths(monthOf(from), monthOf(to)) : countDays(from, to) / LENGTH[unit];

/** The periods of a trend, the days that they are compared with, and which day of these stands beside which. */
export interface TrendPeriods {
  readonly against: DayRange;
  readonly periods: readonly ComparedPeriod[];
}

/**
 * The periods that are asked for. Unless other days to compare with are given, these are as many periods just before.
 *
 * @throws Failure BAD_USER_INPUT for more periods than anybody reads
 */
export function trendPeriods(
  { range, previous, weekStart }: ReportRequest,
  unit: TermPeriodUnit,
  { compare, compareFrom }: ReportInput,
): TrendPeriods {
  if (countPeriods(range, unit) > MAX_PERIODS)
    throw badInput({ unit: { key: 'tooManyPeriods', params: { max: MAX_PERIODS } } });
  const given = compareFrom != null || compare === 'last_year' ? previous : null;
  const against = given ?? previousPeriods(range, unit);
  return { against, periods: comparePeriods(range, unit, weekStart, against) };
}
