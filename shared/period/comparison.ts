import {
  earlierDays,
  parseDay,
  type ComparedDays,
  type Day,
  type DayRange,
  type Earlier,
} from '../domain/calendar';
import { dayText, rangeOf, type Period, type Standing } from './period';

/** What a period is compared with: nothing, what came before, the same period last year, or any days. */
export type Comparison = 'none' | Earlier | DayRange;

/** Comparisons that have a name, as the panel offers them. */
export const namedComparisons = ['previous', 'lastYear', 'none'] as const;

const ADDRESS: Record<(typeof namedComparisons)[number], string | null> = {
  previous: null,
  lastYear: 'last_year',
  none: '0',
};

/** The address parameter of a comparison; null where it is the usual one. */
export const comparisonText = (comparison: Comparison): string | null =>
  typeof comparison === 'string'
    ? ADDRESS[comparison]
    : `${dayText(comparison.from)}_${dayText(comparison.to)}`;

/** Reads a comparison from the address; what makes no sense is the usual one. */
export function readComparison(text: string | null): Comparison {
  const named = namedComparisons.find((name) => ADDRESS[name] === text);
  if (named) return named;
  const [from, to] = (text ?? '').split('_').map(parseDay);
  return from && to && from <= to ? { from, to } : 'previous';
}

/** The word for what a period is compared with, by its key among those of reports. */
export function comparisonWord(
  period: Pick<Period, 'preset'>,
  comparison: Comparison,
): 'previous' | 'sameDaysLastWeek' | 'sameDaysLastMonth' | 'lastYear' | 'chosenDays' {
  if (typeof comparison !== 'string') return 'chosenDays';
  if (comparison === 'lastYear') return 'lastYear';
  if (period.preset === 'thisWeek') return 'sameDaysLastWeek';
  return period.preset === 'thisMonth' ? 'sameDaysLastMonth' : 'previous';
}

/** The days that a period shows. */
export interface ShownDays {
  range: DayRange;
  /** The days compared with; undefined where nothing is compared. */
  previous: DayRange | undefined;
  /** The day that runs, where its figures stand beside those of the finished days. */
  beside: Day | undefined;
  /** Whether the day that runs is one of the range. */
  unfinished: boolean;
}

const RUNNING: Partial<Record<Period['preset'], ComparedDays['running']>> = {
  thisWeek: 'week',
  thisMonth: 'month',
  m12: 'month',
  m24: 'month',
};

/** The day that runs is compared with nothing; a week or month that runs by its finished days, with the running one beside. */
export function shownDays(period: Period, comparison: Comparison, standing: Standing): ShownDays {
  const range = rangeOf(period, standing);
  const unfinished = range.to >= standing.today;
  const running = unfinished ? null : (RUNNING[period.preset] ?? null);
  const compares = comparison !== 'none' && !(unfinished && range.from === range.to);
  const previous =
    typeof comparison === 'string'
      ? earlierDays({ range, running }, comparison === 'none' ? 'previous' : comparison)
      : comparison;
  return {
    range,
    previous: compares ? previous : undefined,
    beside: running ? standing.today : undefined,
    unfinished,
  };
}
