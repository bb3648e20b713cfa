import {
  addDays,
  addMonths,
  countDays,
  firstDayOfMonth,
  lastDayOfMonth,
  monthOf,
  dayNumber,
  DAYS_A_WEEK,
  startOfWeek,
  type Day,
  type Month,
  type WeekStart,
} from './day';

/** An inclusive range of Tokyo days. */
export interface DayRange {
  readonly from: Day;
  readonly to: Day;
}

/** Lists the days of a range. */
export const daysIn = ({ from, to }: DayRange): Day[] =>
  Array.from({ length: countDays(from, to) }, (_, at) => addDays(from, at));

/** Returns the last `days` days, ending yesterday. */
export const lastDays = (days: number, today: Day): DayRange => ({
  from: addDays(today, -days),
  to: addDays(today, -1),
});

/** Returns the days of a month. */
export const monthRange = (month: Month): DayRange => ({
  from: firstDayOfMonth(month),
  to: lastDayOfMonth(month),
});

/** Returns whether the range is one or more whole months. */
const isWholeMonths = ({ from, to }: DayRange): boolean =>
  from === firstDayOfMonth(monthOf(from)) && to === lastDayOfMonth(monthOf(to)) && from <= to;

/** Counts the months from one to the other, both included. */
export const countMonths = (from: Month, to: Month): number =>
  (Math.floor(to / 100) - Math.floor(from / 100)) * 12 + (to % 100) - (from % 100) + 1;

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
function shiftMonthsBack({ from, to }: DayRange, months: number): DayRange {
  const month = addMonths(monthOf(to), -months);
  return {
    from: sameDayMonthsBefore(from, months),
    to: to === lastDayOfMonth(monthOf(to)) ? lastDayOfMonth(month) : sameDayMonthsBefore(to, months),
  };
}

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
export const isPartial = ({ key, days }: Period, unit: TermPeriodUnit): boolean =>
  days.from > (unit === 'month' ? firstDayOfMonth(key) : key) || days.to < lastDayOfPeriod(key, unit);

function lastDayOfPeriod(key: number, unit: TermPeriodUnit): Day {
  if (unit === 'month') return lastDayOfMonth(key);
  return unit === 'week' ? addDays(key, 6) : key;
}

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

/**
 * Returns the finished days of the current quarter (3 months) or year (12 months), or null on its first day.
 * Both are those of the calendar.
 * @param months a divisor of twelve
 */
export const finishedDaysOfMonths = (months: number, today: Day): DayRange | null =>
  finishedSince(
    firstDayOfMonth(addMonths(monthOf(today), -(((monthOf(today) % MONTH) - 1) % months))),
    today,
  );

/** Named comparisons. */
export type ComparisonKind = 'previous' | 'lastYear';

/**
 * Range to compare: any days, or a range that ends with the finished days of the current week, month, quarter
 * or year.
 */
export interface ComparedDays {
  readonly range: DayRange;
  readonly running: 'week' | 'month' | 'quarter' | 'year' | null;
}

/** Months back to the period before the running one; a running month may end several months. */
const MONTHS_BACK = {
  month: ({ from, to }: DayRange): number => countMonths(monthOf(from), monthOf(to)),
  quarter: () => 3,
  year: () => MONTHS_A_YEAR,
};

/**
 * Returns the days to compare with (domain.md section 2). The current week, month, quarter or year is compared
 * with the same days of an earlier one, as far as they exist. Months that end with the current month are compared with as
 * many months before. Other ranges are compared with as many days just before, or the same period last year.
 */
export function comparisonDays({ range, running }: ComparedDays, kind: ComparisonKind): DayRange {
  if (running !== null && running !== 'week')
    return shiftMonthsBack(range, kind === 'previous' ? MONTHS_BACK[running](range) : MONTHS_A_YEAR);
  if (kind === 'lastYear') return samePeriodLastYear(range);
  return running === 'week'
    ? { from: addDays(range.from, -DAYS_A_WEEK), to: addDays(range.to, -DAYS_A_WEEK) }
    : previousPeriod(range);
}
