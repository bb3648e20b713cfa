import { addDays, addMonths, firstDayOfMonth, lastDayOfMonth, monthOf, type Day } from './day';
import { previousMonthToSameDay, previousPeriod, samePeriodLastYear, type DayRange } from './range';

/** The finished days of the month that runs; null on its first day. */
export function finishedDaysOfMonth(today: Day): DayRange | null {
  const from = firstDayOfMonth(monthOf(today));
  return from === today ? null : { from, to: addDays(today, -1) };
}

/** What days are compared with, by name. */
export type Earlier = 'previous' | 'lastYear';

/** Days that are compared: a range, or the finished days of a month that runs. */
export interface ComparedDays {
  readonly range: DayRange;
  readonly runningMonth: boolean;
}

/**
 * The days to compare with: those of a month that runs with the same days of the month before, or of that month a year
 * before, as far as it has them; others with as many days just before, or with the same period last year.
 */
export function earlierDays({ range, runningMonth }: ComparedDays, earlier: Earlier): DayRange {
  if (!runningMonth) return earlier === 'previous' ? previousPeriod(range) : samePeriodLastYear(range);
  if (earlier === 'previous') return previousMonthToSameDay(range.to);
  const month = addMonths(monthOf(range.to), -12);
  const from = firstDayOfMonth(month);
  return { from, to: Math.min(addDays(from, (range.to % 100) - 1), lastDayOfMonth(month)) };
}
