import { addDays, DAYS_A_WEEK, firstDayOfMonth, monthOf, startOfWeek, type Day, type WeekStart } from './day';
import { countMonths, monthsEarlier, previousPeriod, samePeriodLastYear, type DayRange } from './range';

const MONTHS_A_YEAR = 12;

/** The finished days since a day; null where that day is today. */
const finishedSince = (from: Day, today: Day): DayRange | null =>
  from === today ? null : { from, to: addDays(today, -1) };

/** The finished days of the month that runs; null on its first day. */
export const finishedDaysOfMonth = (today: Day): DayRange | null =>
  finishedSince(firstDayOfMonth(monthOf(today)), today);

/** The finished days of the week that runs; null on its first day. */
export const finishedDaysOfWeek = (today: Day, weekStart: WeekStart): DayRange | null =>
  finishedSince(startOfWeek(today, weekStart), today);

/** What days are compared with, by name. */
export type Earlier = 'previous' | 'lastYear';

/** Days that are compared: a range, or one that ends with the finished days of a week or month that runs. */
export interface ComparedDays {
  readonly range: DayRange;
  readonly running: 'week' | 'month' | null;
}

/**
 * The days to compare with: those of a week or month that runs with the same days of the one before, or of a year
 * before, as far as it has them (months that end with one that runs: of as many months before); others with as many days just before, or with the same period last year.
 */
export function earlierDays({ range, running }: ComparedDays, earlier: Earlier): DayRange {
  if (running === 'month')
    return monthsEarlier(
      range,
      earlier === 'previous' ? countMonths(monthOf(range.from), monthOf(range.to)) : MONTHS_A_YEAR,
    );
  if (earlier === 'lastYear') return samePeriodLastYear(range);
  return running === 'week'
    ? { from: addDays(range.from, -DAYS_A_WEEK), to: addDays(range.to, -DAYS_A_WEEK) }
    : previousPeriod(range);
}
