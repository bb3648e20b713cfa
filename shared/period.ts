import {
  addDays,
  addMonths,
  firstDayOfMonth,
  finishedDaysOfMonth,
  finishedDaysOfMonths,
  finishedDaysOfWeek,
  lastDays,
  monthOf,
  monthRange,
  parseDay,
  formatDay,
  startOfWeek,
  comparisonDays,
  type Day,
  type DayRange,
  type WeekStart,
  type ComparedDays,
  type ComparisonKind,
} from './domain/calendar';
import { periodPresets, type PeriodPreset } from './catalog';

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

const MONTHS_A_QUARTER = 3;
const MONTHS_A_YEAR = 12;

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
    case 'yesterday':
      return lastDays(1, today);
    case 'd7':
      return lastDays(7, today);
    case 'd14':
      return lastDays(14, today);
    case 'd30':
      return lastDays(30, today);
    case 'd90':
      return lastDays(90, today);
    case 'thisWeek':
      return finishedDaysOfWeek(today, weekStart) ?? { from: today, to: today };
    case 'lastWeek':
      return lastDays(7, startOfWeek(today, weekStart));
    case 'thisMonth':
      return finishedDaysOfMonth(today) ?? { from: today, to: today };
    case 'thisQuarter':
      return finishedDaysOfMonths(MONTHS_A_QUARTER, today) ?? { from: today, to: today };
    case 'thisYear':
      return finishedDaysOfMonths(MONTHS_A_YEAR, today) ?? { from: today, to: today };
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
const formatIsoDay = (day: Day): string => formatDay(day).replaceAll('/', '-');

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

/** Number of months before the current one, or custom days. */
export const acquisitionSpans = ['12', '24', '36', 'custom'] as const;
export type AcquisitionSpan = (typeof acquisitionSpans)[number];

export interface Acquisition {
  span: AcquisitionSpan;
  range: DayRange;
}

/**
 * Reads the acquisition months from URL parameters: the custom days, or the last months including the current
 * one.
 */
export function readAcquisition(parameters: URLSearchParams, context: PeriodContext): Acquisition {
  const period = readPeriod(parameters);
  if (period) return { span: 'custom', range: rangeOf(period, context) };
  const { today } = context;
  const span =
    acquisitionSpans.find((known) => known !== 'custom' && known === parameters.get('acquired')) ?? '12';
  return { span, range: { from: firstDayOfMonth(addMonths(monthOf(today), -Number(span))), to: today } };
}

/** Comparison of a period: none, the previous period, the same period last year, or custom days. */
export type Comparison = 'none' | ComparisonKind | DayRange;

/** Named comparisons, in the order of the panel. */
export const namedComparisons = ['previous', 'lastYear', 'none'] as const;

const URL_VALUES: Record<(typeof namedComparisons)[number], string | null> = {
  previous: null,
  lastYear: 'last_year',
  none: '0',
};

/** Formats a comparison as a URL parameter; null for the default. */
export const formatComparison = (comparison: Comparison): string | null =>
  typeof comparison === 'string'
    ? URL_VALUES[comparison]
    : `${formatIsoDay(comparison.from)}_${formatIsoDay(comparison.to)}`;

/** Parses a comparison from a URL parameter; invalid text gives the default. */
export function readComparison(text: string | null): Comparison {
  const named = namedComparisons.find((name) => URL_VALUES[name] === text);
  if (named) return named;
  const [from, to] = (text ?? '').split('_').map(parseDay);
  return from && to && from <= to ? { from, to } : 'previous';
}

/** Returns the text key of a comparison, below the report texts. */
export function comparisonWord(
  period: Pick<Period, 'preset'>,
  comparison: Comparison,
): 'previous' | 'sameDaysLastWeek' | 'sameDaysLastMonth' | 'sameDaysLastQuarter' | 'lastYear' | 'chosenDays' {
  if (typeof comparison !== 'string') return 'chosenDays';
  if (comparison === 'lastYear' || period.preset === 'thisYear') return 'lastYear';
  if (period.preset === 'thisWeek') return 'sameDaysLastWeek';
  if (period.preset === 'thisQuarter') return 'sameDaysLastQuarter';
  return period.preset === 'thisMonth' ? 'sameDaysLastMonth' : 'previous';
}

/** Days that a period shows. */
export interface ResolvedDays {
  range: DayRange;
  /** Comparison days; undefined without a comparison. */
  previous: DayRange | undefined;
  /** Current day, if it is shown beside the finished days. */
  beside: Day | undefined;
  /** Whether the range includes the current day. */
  unfinished: boolean;
}

const RUNNING: Partial<Record<Period['preset'], ComparedDays['running']>> = {
  thisWeek: 'week',
  thisMonth: 'month',
  thisQuarter: 'quarter',
  thisYear: 'year',
  m12: 'month',
  m24: 'month',
};

/**
 * Resolves the days of a period (domain.md section 2). The current day is compared with nothing. The current
 * week, month, quarter or year compares its finished days and shows the current day beside them.
 */
export function resolveDays(period: Period, comparison: Comparison, context: PeriodContext): ResolvedDays {
  const range = rangeOf(period, context);
  const unfinished = range.to >= context.today;
  const running = unfinished ? null : (RUNNING[period.preset] ?? null);
  const compares = comparison !== 'none' && !(unfinished && range.from === range.to);
  const previous =
    typeof comparison === 'string'
      ? comparisonDays({ range, running }, comparison === 'none' ? 'previous' : comparison)
      : comparison;
  return {
    range,
    previous: compares ? previous : undefined,
    beside: running ? context.today : undefined,
    unfinished,
  };
}

/** Report whose range selects acquisition months. */
const BY_ACQUISITION = 'transitions';
const COMPARED = ['compare_from', 'compare_to'] as const;
/** Suffix of comparison columns. */
const PREVIOUS_SUFFIX = '_previous';

interface MovingDays {
  range: DayRange;
  previous: DayRange | undefined;
}

/** Returns the days of a report URL on a given day, or undefined if the URL states none. */
function daysOn(
  report: string,
  screenParameters: URLSearchParams,
  context: PeriodContext,
): MovingDays | undefined {
  if (report === BY_ACQUISITION)
    return { range: readAcquisition(screenParameters, context).range, previous: undefined };
  const period = readPeriod(screenParameters);
  return period && resolveDays(period, readComparison(screenParameters.get('compare')), context);
}

/** Removes the saved comparison days and their columns: the current day is compared with nothing. */
function dropComparison(query: URLSearchParams): URLSearchParams {
  for (const name of COMPARED) query.delete(name);
  const columns = query
    .get('columns')
    ?.split(',')
    .filter((name) => !name.endsWith(PREVIOUS_SUFFIX));
  if (columns) query.set('columns', columns.join(','));
  return query;
}

/**
 * Returns the query of a saved report for a given day: relative days move with it, everything else stays.
 *
 * @param report path of the report below `/analyses`
 * @param screenParameters parameters of its screen
 * @param query parameters of its file on the day it was saved
 */
export function queryForDay(
  report: string,
  screenParameters: URLSearchParams,
  query: URLSearchParams,
  context: PeriodContext,
): URLSearchParams {
  const days = daysOn(report, screenParameters, context);
  const moved = new URLSearchParams(query);
  if (!days) return moved;
  moved.set('date_from', formatIsoDay(days.range.from));
  moved.set('date_to', formatIsoDay(days.range.to));
  if (!query.has('compare_from')) return moved;
  if (!days.previous) return dropComparison(moved);
  moved.set('compare_from', formatIsoDay(days.previous.from));
  moved.set('compare_to', formatIsoDay(days.previous.to));
  return moved;
}
