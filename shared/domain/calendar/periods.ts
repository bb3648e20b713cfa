import { addDays, addMonths, dayNumber, firstDayOfMonth, lastDayOfMonth, monthOf, startOfWeek, type Day, type WeekStart } from './day';
import { isWholeMonths, monthRange, overlap, previousPeriod, type DayRange } from './range';

/** The units of a trend. */
export const TermPeriodUnit = { MONTH: 'month', WEEK: 'week', DAY: 'day' } as const;
export type TermPeriodUnit = (typeof TermPeriodUnit)[keyof typeof TermPeriodUnit];

/** One period of a trend: its key and the days of the asked range that it holds. */
export interface Period {
  /** yyyymm of a month, else yyyymmdd of the day or of the week's first day (even before the range). */
  readonly key: number;
  readonly days: DayRange;
}

/** The key of the period that a day stands in. */
function periodKey(day: Day, unit: TermPeriodUnit, weekStart: WeekStart): number {
  if (unit === 'month') return monthOf(day);
  return unit === 'week' ? startOfWeek(day, weekStart) : day;
}

/** The key as the outside sees it: `yyyyMM` of a month, else `yyyy/MM/dd`. */
export function periodLabel(key: number, unit: TermPeriodUnit): string {
  const text = String(key);
  return unit === 'month' ? text : `${text.slice(0, 4)}/${text.slice(4, 6)}/${text.slice(6)}`;
}

/** All periods that touch an inclusive range, in order, none left out; edge periods hold only the range's days. */
export function listPeriods({ from, to }: DayRange, unit: TermPeriodUnit, weekStart: WeekStart): Period[] {
  const periods: Period[] = [];
  for (let day = from; day <= to; ) {
    const key = periodKey(day, unit, weekStart);
    const end = Math.min(to, lastDayOfPeriod(key, unit));
    periods.push({ key, days: { from: day, to: end } });
    day = addDays(end, 1);
  }
  return periods;
}

/** A period of a trend with the days it is compared with. */
export interface ComparedPeriod {
  readonly period: Period;
  /** The days at the same place one period range earlier; null where that range has none there. */
  readonly previous: DayRange | null;
}

/**
 * The periods of a range, each beside its counterpart one range earlier: whole months month against
 * month, all else as many days earlier as the two ranges lie apart, cut to the earlier range.
 */
export function comparePeriods(range: DayRange, unit: TermPeriodUnit, weekStart: WeekStart): ComparedPeriod[] {
  const periods = listPeriods(range, unit, weekStart);
  const before = previousPeriod(range);
  if (unit === 'month' && isWholeMonths(range)) {
    return periods.map((period) => ({
      period,
      previous: monthRange(addMonths(period.key, -periods.length)),
    }));
  }
  const apart = dayNumber(range.from) - dayNumber(before.from);
  return periods.map((period) => ({
    period,
    previous: overlap({ from: addDays(period.days.from, -apart), to: addDays(period.days.to, -apart) }, before),
  }));
}

function lastDayOfPeriod(key: number, unit: TermPeriodUnit): Day {
  if (unit === 'month') return lastDayOfMonth(key);
  return unit === 'week' ? addDays(key, 6) : key;
}

/** The range from a month's first day to the day, as in "this month to date". */
export function monthToDate(today: Day): DayRange {
  return { from: firstDayOfMonth(monthOf(today)), to: today };
}
