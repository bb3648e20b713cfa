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

/** A chosen period: a preset that moves with today, or fixed days. */
export type Period = { preset: PeriodPreset } | { preset: 'custom'; range: DayRange };

/** The period of a report that nobody chose: today while there is nothing earlier. */
export const defaultPeriod = (firstDay: Day | null, today: Day): Period => ({
  preset: firstDay === null || firstDay >= today ? 'today' : 'd30',
});

/** Where a period stands: the day that runs, and the weekday that the product's weeks begin with. */
export interface Standing {
  today: Day;
  weekStart: WeekStart;
}

/** So many whole months, and the finished days of the one that runs. */
const wholeMonths = (months: number, today: Day): DayRange => ({
  from: firstDayOfMonth(addMonths(monthOf(today), -months)),
  to: addDays(today, -1),
});

/** The finished days of a period; only where there is none, and where it was chosen itself, today is one. */
export function rangeOf(period: Period, { today, weekStart }: Standing): DayRange {
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

/** A day as it stands in addresses and questions: `yyyy-MM-dd`. */
export const dayText = (day: Day): string => formatDay(day).replaceAll('/', '-');

/** Reads a period from address parameters; undefined when they state none that makes sense. */
export function readPeriod(parameters: URLSearchParams): Period | undefined {
  const preset = periodPresets.find((known) => known === parameters.get('period'));
  if (preset) return { preset };
  const from = parseDay(parameters.get('from') ?? '');
  const to = parseDay(parameters.get('to') ?? '');
  return from !== null && to !== null && from <= to ? { preset: 'custom', range: { from, to } } : undefined;
}

/** Address parameters of a period; null takes a parameter away. */
export function periodParameters(period: Period): Record<'period' | 'from' | 'to', string | null> {
  return period.preset === 'custom'
    ? { period: null, from: dayText(period.range.from), to: dayText(period.range.to) }
    : { period: period.preset, from: null, to: null };
}
