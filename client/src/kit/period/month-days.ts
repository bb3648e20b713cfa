import { addDays, countDays, DAYS_A_WEEK, firstDayOfMonth, lastDayOfMonth, weekday } from '../../../../shared/domain/calendar';

/** The days of a month in weeks of seven; null where the week lies outside the month. */
export function weeksOf(month: number, weekStart: 0 | 1): (number | null)[][] {
  const first = firstDayOfMonth(month);
  const length = countDays(first, lastDayOfMonth(month));
  const offset = (weekday(first) - weekStart + DAYS_A_WEEK) % DAYS_A_WEEK;
  const cells: (number | null)[] = Array.from({ length: offset }, () => null);
  for (let index = 0; index < length; index += 1) cells.push(addDays(first, index));
  while (cells.length % DAYS_A_WEEK !== 0) cells.push(null);
  return Array.from({ length: cells.length / DAYS_A_WEEK }, (_, week) =>
    cells.slice(week * DAYS_A_WEEK, (week + 1) * DAYS_A_WEEK),
  );
}
