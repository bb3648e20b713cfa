import { addDays, DAYS_A_WEEK, firstDayOfMonth, monthOf, startOfWeek, type Day, type WeekStart } from './day';
import { countMonths, shiftMonthsBack, previousPeriod, samePeriodLastYear, type DayRange } from './range';

const MONTHS_A_YEAR = 12;

/** Returns the finished days since a day, or null if that day is today. */
const finishedSince = (from: Day, today: Day): DayRange | null =>
  from === today ? null : { from, to: addDays(today, -1) };

/** Returns the finished days of the current month, or null on its first day. */
export const finishedDaysOfMonth = (today: Day): DayRange | null =>
  finishedSince(firstDayOfMonth(monthOf(today)), today);

/** Returns the finished days of the current week, or null on its first day. */
export const finishedDaysOfWeek = (today: Day, weekStart: WeekStart): DayRange | null =>
  finishedSince(startOfWeek(today, weekStart), today);

/** Named comparisons. */
export type ComparisonKind = 'previous' | 'lastYear';

/** Range to compare: any days, or a range that ends with the finished days of the current week or month. */
export interface ComparedDays {
  readonly range: DayRange;
  readonly running: 'week' | 'month' | null;
}

/**
 * Returns the days to compare with (domain.md section 2). The current week or month is compared with the same
 * days of an earlier one, as far as they exist. Months that end with the current month are compared with as
 * many months before. Other ranges are compared with as many days just before, or the same period last year.
 */
export function comparisonDays({ range, running }: ComparedDays, kind: ComparisonKind): DayRange {
  if (running === 'month')
    return shiftMonthsBack(
      range,
      kind === 'previous' ? countMonths(monthOf(range.from), monthOf(range.to)) : MONTHS_A_YEAR,
    );
  if (kind === 'lastYear') return samePeriodLastYear(range);
  return running === 'week'
    ? { from: addDays(range.from, -DAYS_A_WEEK), to: addDays(range.to, -DAYS_A_WEEK) }
    : previousPeriod(range);
}
