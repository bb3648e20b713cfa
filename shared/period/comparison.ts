import {
  comparisonDays,
  parseDay,
  type ComparedDays,
  type Day,
  type DayRange,
  type ComparisonKind,
} from '../domain/calendar';
import { formatIsoDay, rangeOf, type Period, type PeriodContext } from './period';

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
): 'previous' | 'sameDaysLastWeek' | 'sameDaysLastMonth' | 'lastYear' | 'chosenDays' {
  if (typeof comparison !== 'string') return 'chosenDays';
  if (comparison === 'lastYear') return 'lastYear';
  if (period.preset === 'thisWeek') return 'sameDaysLastWeek';
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
  m12: 'month',
  m24: 'month',
};

/**
 * Resolves the days of a period (domain.md section 2). The current day is compared with nothing. The current
 * week or month compares its finished days and shows the current day beside them.
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
