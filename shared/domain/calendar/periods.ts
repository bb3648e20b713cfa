import {
  addDays,
  addMonths,
  countDays,
  dayNumber,
  DAYS_A_WEEK,
  firstDayOfMonth,
  lastDayOfMonth,
  monthOf,
  startOfWeek,
  type Day,
  type WeekStart,
} from './day';
import { countMonths, monthRange, shiftMonthsBack, overlap, type DayRange } from './range';

/** A day without its month: yyyymmdd % MONTH. */
const MONTH = 100;

/** The units of a trend. */
export const TermPeriodUnit = { MONTH: 'month', WEEK: 'week', DAY: 'day' } as const;
export type TermPeriodUnit = (typeof TermPeriodUnit)[keyof typeof TermPeriodUnit];

/** One period of a trend: its key and its days inside the requested range. */
export interface Period {
  /** yyyymm of a month, else yyyymmdd of the day or of the week's first day (even before the range). */
  readonly key: number;
  readonly days: DayRange;
}

/** Returns the key of the period that contains a day. */
function periodKey(day: Day, unit: TermPeriodUnit, weekStart: WeekStart): number {
  if (unit === 'month') return monthOf(day);
  return unit === 'week' ? startOfWeek(day, weekStart) : day;
}

/** Formats a key for users: `yyyyMM` for a month, else `yyyy/MM/dd`. */
export function periodLabel(key: number, unit: TermPeriodUnit): string {
  const text = String(key);
  return unit === 'month' ? text : `${text.slice(0, 4)}/${text.slice(4, 6)}/${text.slice(6)}`;
}

/**
 * Lists all periods that overlap an inclusive range, in order and without gaps. Edge periods only hold the
 * range's days.
 */
export function listPeriods({ from, to }: DayRange, unit: TermPeriodUnit, weekStart: WeekStart): Period[] {
  const periods: Period[] = [];
  for (let day = from; day <= to;) {
    const key = periodKey(day, unit, weekStart);
    const end = Math.min(to, lastDayOfPeriod(key, unit));
    periods.push({ key, days: { from: day, to: end } });
    day = addDays(end, 1);
  }
  return periods;
}

/**
 * Returns the range of the previous periods. It moves back by as many days, whole weeks or whole months as
 * needed to end before the range. Weekdays and days of the month stay aligned; months are compared with
 * months, regardless of length.
 */
export function previousPeriods(range: DayRange, unit: TermPeriodUnit): DayRange {
  if (unit === 'month') return previousMonths(range);
  const days = countDays(range.from, range.to);
  const back = unit === 'week' ? Math.ceil(days / DAYS_A_WEEK) * DAYS_A_WEEK : days;
  return { from: addDays(range.from, -back), to: addDays(range.to, -back) };
}

function previousMonths(range: DayRange): DayRange {
  const reach = countMonths(monthOf(range.from), monthOf(range.to));
  const closest = shiftMonthsBack(range, reach - 1);
  return closest.to < range.from ? closest : shiftMonthsBack(range, reach);
}

/** A period of a trend with the days it is compared with. */
export interface ComparedPeriod {
  readonly period: Period;
  /** Matching days in the comparison range; null if it has none. */
  readonly previous: DayRange | null;
}

/**
 * Pairs the periods of a range with their counterparts in the comparison range. Months pair with months if
 * both ranges start on the same day of the month. Otherwise periods pair by number of days, cut to the
 * comparison range.
 */
export function comparePeriods(
  range: DayRange,
  unit: TermPeriodUnit,
  weekStart: WeekStart,
  against: DayRange,
): ComparedPeriod[] {
  const periods = listPeriods(range, unit, weekStart);
  if (unit === 'month' && range.from % MONTH === against.from % MONTH) {
    const offset = countMonths(monthOf(against.from), monthOf(range.from)) - 1;
    return periods.map((period) => ({
      period,
      previous: overlap(monthRange(addMonths(period.key, -offset)), against),
    }));
  }
  const offset = dayNumber(range.from) - dayNumber(against.from);
  return periods.map((period) => ({
    period,
    previous: overlap(
      { from: addDays(period.days.from, -offset), to: addDays(period.days.to, -offset) },
      against,
    ),
  }));
}

/** Returns whether a period lacks some of its days. */
export function isPartial({ key, days }: Period, unit: TermPeriodUnit): boolean {
  return days.from > (unit === 'month' ? firstDayOfMonth(key) : key) || days.to < lastDayOfPeriod(key, unit);
}

function lastDayOfPeriod(key: number, unit: TermPeriodUnit): Day {
  if (unit === 'month') return lastDayOfMonth(key);
  return unit === 'week' ? addDays(key, 6) : key;
}

/** Returns the range from the month's first day to the day ("this month to date"). */
export function monthToDate(today: Day): DayRange {
  return { from: firstDayOfMonth(monthOf(today)), to: today };
}
