import {
  addDays,
  addMonths,
  countDays,
  firstDayOfMonth,
  lastDayOfMonth,
  monthOf,
  type Day,
  type Month,
} from './day';

/** An inclusive range of Tokyo days. */
export interface DayRange {
  readonly from: Day;
  readonly to: Day;
}

/** Returns the last `days` days, ending yesterday. */
export function lastDays(days: number, today: Day): DayRange {
  return { from: addDays(today, -days), to: addDays(today, -1) };
}

/** Returns the days of a month. */
export function monthRange(month: Month): DayRange {
  return { from: firstDayOfMonth(month), to: lastDayOfMonth(month) };
}

/** Returns whether the range is one or more whole months. */
function isWholeMonths({ from, to }: DayRange): boolean {
  return from === firstDayOfMonth(monthOf(from)) && to === lastDayOfMonth(monthOf(to)) && from <= to;
}

/** Counts the months from one to the other, both included. */
export function countMonths(from: Month, to: Month): number {
  return (Math.floor(to / 100) - Math.floor(from / 100)) * 12 + (to % 100) - (from % 100) + 1;
}

/**
 * Returns the previous period (domain.md section 2): as many days just before, or as many whole months for
 * whole months.
 */
export function previousPeriod(range: DayRange): DayRange {
  if (isWholeMonths(range)) {
    const before = addMonths(monthOf(range.from), -countMonths(monthOf(range.from), monthOf(range.to)));
    return { from: firstDayOfMonth(before), to: addDays(range.from, -1) };
  }
  return { from: addDays(range.from, -countDays(range.from, range.to)), to: addDays(range.from, -1) };
}

const DAYS_OF_52_WEEKS = 364;

/** Returns the same period a year earlier: the same months for whole months, else the same weekdays. */
export function samePeriodLastYear(range: DayRange): DayRange {
  if (isWholeMonths(range))
    return {
      from: firstDayOfMonth(addMonths(monthOf(range.from), -12)),
      to: lastDayOfMonth(addMonths(monthOf(range.to), -12)),
    };
  return { from: addDays(range.from, -DAYS_OF_52_WEEKS), to: addDays(range.to, -DAYS_OF_52_WEEKS) };
}

/** Returns the same day of an earlier month, or its last day if that month is shorter. */
const sameDayMonthsBefore = (day: Day, months: number): Day => {
  const { from, to } = monthRange(addMonths(monthOf(day), -months));
  return Math.min(addDays(from, (day % 100) - 1), to);
};

/**
 * Returns the same days of earlier months, as far as they exist. A range that ends with its month ends with
 * the earlier month.
 */
export function shiftMonthsBack({ from, to }: DayRange, months: number): DayRange {
  const month = addMonths(monthOf(to), -months);
  return {
    from: sameDayMonthsBefore(from, months),
    to: to === lastDayOfMonth(monthOf(to)) ? lastDayOfMonth(month) : sameDayMonthsBefore(to, months),
  };
}

/** Returns the previous month up to the same day, or its end if it is shorter. */
export const previousMonthToSameDay = (day: Day): DayRange => ({
  from: sameDayMonthsBefore(firstDayOfMonth(monthOf(day)), 1),
  to: sameDayMonthsBefore(day, 1),
});

/** Returns the intersection of two ranges, or null. */
export function overlap(a: DayRange, b: DayRange): DayRange | null {
  const from = Math.max(a.from, b.from);
  const to = Math.min(a.to, b.to);
  return from <= to ? { from, to } : null;
}

/** A range as whole months plus the days at its edges. */
export interface MonthsAndEdges {
  /** First and last whole month inside; null if there is none. */
  readonly months: { readonly from: Month; readonly to: Month } | null;
  /** Day ranges outside those months: none, one or two, in order. */
  readonly edges: DayRange[];
}

/**
 * Splits an inclusive range so that reports read month rows for whole months and day rows for the rest. The
 * parts are disjoint and cover the range.
 */
export function splitIntoMonthsAndEdgeDays(from: Day, to: Day): MonthsAndEdges {
  if (from > to) return { months: null, edges: [] };
  const firstMonth = from === firstDayOfMonth(monthOf(from)) ? monthOf(from) : addMonths(monthOf(from), 1);
  const lastMonth = to === lastDayOfMonth(monthOf(to)) ? monthOf(to) : addMonths(monthOf(to), -1);
  if (firstMonth > lastMonth) return { months: null, edges: [{ from, to }] };
  const edges: DayRange[] = [];
  const monthsFrom = firstDayOfMonth(firstMonth);
  const monthsTo = lastDayOfMonth(lastMonth);
  if (from < monthsFrom) edges.push({ from, to: addDays(monthsFrom, -1) });
  if (to > monthsTo) edges.push({ from: addDays(monthsTo, 1), to });
  return { months: { from: firstMonth, to: lastMonth }, edges };
}
