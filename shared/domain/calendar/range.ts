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

/** The last `days` days, ending yesterday. */
export function lastDays(days: number, today: Day): DayRange {
  return { from: addDays(today, -days), to: addDays(today, -1) };
}

/** The days of a month. */
export function monthRange(month: Month): DayRange {
  return { from: firstDayOfMonth(month), to: lastDayOfMonth(month) };
}

/** Whether the range is one or more whole months. */
function isWholeMonths({ from, to }: DayRange): boolean {
  return from === firstDayOfMonth(monthOf(from)) && to === lastDayOfMonth(monthOf(to)) && from <= to;
}

/** The number of months from one to the other, both included. */
export function countMonths(from: Month, to: Month): number {
  return (Math.floor(to / 100) - Math.floor(from / 100)) * 12 + (to % 100) - (from % 100) + 1;
}

/** The period to compare with: as many days just before, or as many whole months for whole months. */
export function previousPeriod(range: DayRange): DayRange {
  if (isWholeMonths(range)) {
    const before = addMonths(monthOf(range.from), -countMonths(monthOf(range.from), monthOf(range.to)));
    return { from: firstDayOfMonth(before), to: addDays(range.from, -1) };
  }
  return { from: addDays(range.from, -countDays(range.from, range.to)), to: addDays(range.from, -1) };
}

const DAYS_OF_52_WEEKS = 364;

/** The same period a year earlier: whole months are the same months, other days fall on the same weekdays. */
export function samePeriodLastYear(range: DayRange): DayRange {
  if (isWholeMonths(range))
    return {
      from: firstDayOfMonth(addMonths(monthOf(range.from), -12)),
      to: lastDayOfMonth(addMonths(monthOf(range.to), -12)),
    };
  return { from: addDays(range.from, -DAYS_OF_52_WEEKS), to: addDays(range.to, -DAYS_OF_52_WEEKS) };
}

/** The same day of an earlier month, or its last where it is shorter. */
const sameDayEarlier = (day: Day, months: number): Day => {
  const { from, to } = monthRange(addMonths(monthOf(day), -months));
  return Math.min(addDays(from, (day % 100) - 1), to);
};

/** The same days of earlier months, as far as these have them; what ends with its month ends with the earlier one. */
export function monthsEarlier({ from, to }: DayRange, months: number): DayRange {
  const month = addMonths(monthOf(to), -months);
  return {
    from: sameDayEarlier(from, months),
    to: to === lastDayOfMonth(monthOf(to)) ? lastDayOfMonth(month) : sameDayEarlier(to, months),
  };
}

/** The month before that of a day, up to the same day of the month, or to its end where it is shorter. */
export const previousMonthToSameDay = (day: Day): DayRange => ({
  from: sameDayEarlier(firstDayOfMonth(monthOf(day)), 1),
  to: sameDayEarlier(day, 1),
});

/** What of two ranges is in both, or null. */
export function overlap(a: DayRange, b: DayRange): DayRange | null {
  const from = Math.max(a.from, b.from);
  const to = Math.min(a.to, b.to);
  return from <= to ? { from, to } : null;
}

/** A range as whole months plus the days at its edges. */
export interface MonthsAndEdges {
  /** The whole months inside, first and last, or null when there is none. */
  readonly months: { readonly from: Month; readonly to: Month } | null;
  /** The day ranges outside those months: none, one or two, in order. */
  readonly edges: DayRange[];
}

/**
 * Splits an inclusive range so that a report reads month rows for the whole months and day rows for
 * the rest; the parts are disjoint and make the range.
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
