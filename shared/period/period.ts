import {
  addDays,
  addMonths,
  firstDayOfMonth,
  finishedDaysOfMonth,
  finishedDaysOfWeek,
  lastDays,
  monthOf,
  monthRange,
  parseDay,
  formatDay,
  type Day,
  type DayRange,
  type WeekStart,
} from '../domain/calendar';
import { periodPresets, type PeriodPreset } from '../catalog';

/** Selected period: a preset relative to today, or fixed days. */
export type Period = { preset: PeriodPreset } | { preset: 'custom'; range: DayRange };

/** Returns the default period of a report: today if there is no earlier data. */
export const defaultPeriod = (firstDay: Day | null, today: Day): Period => ({
  preset: firstDay === null || firstDay >= today ? 'today' : 'd30',
});

/** Context of a period: the current day, and the first weekday of the product. */
export interface PeriodContext {
  today: Day;
  weekStart: WeekStart;
}

/** Returns whole months plus the finished days of the current month. */
const wholeMonths = (months: number, today: Day): DayRange => ({
  from: firstDayOfMonth(addMonths(monthOf(today), -months)),
  to: addDays(today, -1),
});

/**
 * Returns the finished days of a period. It only includes today if there are no finished days, or if today
 * was selected.
 */
export function rangeOf(period: Period, { today, weekStart }: PeriodContext): DayRange {
  switch (period.preset) {
    case 'today':
      return { from: today, to: today };
    case 'd7':
      return lastDays(7, today);
    case 'd30':
      return lastDays(30, today);
    case 'd90':
      return lastDays(90, today);
    case 'thisWeek':
      return finishedDaysOfWeek(today, weekStart) ?? { from: today, to: today };
    case 'thisMonth':
      return finishedDaysOfMonth(today) ?? { from: today, to: today };
    case 'lastMonth':
      return monthRange(addMonths(monthOf(today), -1));
    case 'm12':
      return wholeMonths(12, today);
    case 'm24':
      return wholeMonths(24, today);
    case 'custom':
      return period.range;
  }
}

/** Formats a day for URLs and queries: `yyyy-MM-dd`. */
export const formatIsoDay = (day: Day): string => formatDay(day).replaceAll('/', '-');

/** Reads a period from URL parameters. Returns undefined if they contain no valid one. */
export function readPeriod(parameters: URLSearchParams): Period | undefined {
  const preset = periodPresets.find((known) => known === parameters.get('period'));
  if (preset) return { preset };
  const from = parseDay(parameters.get('from') ?? '');
  const to = parseDay(parameters.get('to') ?? '');
  return from !== null && to !== null && from <= to ? { preset: 'custom', range: { from, to } } : undefined;
}

/** Returns the URL parameters of a period; null removes a parameter. */
export function periodParameters(period: Period): Record<'period' | 'from' | 'to', string | null> {
  return period.preset === 'custom'
    ? { period: null, from: formatIsoDay(period.range.from), to: formatIsoDay(period.range.to) }
    : { period: period.preset, from: null, to: null };
}
