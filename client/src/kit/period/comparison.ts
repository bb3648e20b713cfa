import { earlierDays, finishedDaysOfMonth, parseDay, type Day, type DayRange, type Earlier } from '../../../../shared/domain/calendar';
import { dayText, rangeOf, type Period } from './period';

/** What a period is compared with: nothing, what came before, the same period last year, or any days. */
export type Comparison = 'none' | Earlier | DayRange;

/** Comparisons that have a name, as the panel offers them. */
export const namedComparisons = ['previous', 'lastYear', 'none'] as const;

const ADDRESS: Record<(typeof namedComparisons)[number], string | null> = { previous: null, lastYear: 'last_year', none: '0' };

/** The address parameter of a comparison; null where it is the usual one. */
export const comparisonText = (comparison: Comparison): string | null =>
  typeof comparison === 'string' ? ADDRESS[comparison] : `${dayText(comparison.from)}_${dayText(comparison.to)}`;

/** Reads a comparison from the address; what makes no sense is the usual one. */
export function readComparison(text: string | null): Comparison {
  const named = namedComparisons.find((name) => ADDRESS[name] === text);
  if (named) return named;
  const [from, to] = (text ?? '').split('_').map(parseDay);
  return from && to && from <= to ? { from, to } : 'previous';
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

/** The day that runs is compared with nothing; a month that runs by its finished days, with the running one beside. */
export function shownDays(period: Period, comparison: Comparison, today: Day): ShownDays {
  const range = rangeOf(period, today);
  const runningMonth = period.preset === 'thisMonth' && finishedDaysOfMonth(today) !== null;
  const unfinished = range.to >= today;
  const compares = comparison !== 'none' && !(unfinished && range.from === range.to);
  const previous = typeof comparison === 'string' ? earlierDays({ range, runningMonth }, comparison === 'none' ? 'previous' : comparison) : comparison;
  return { range, previous: compares ? previous : undefined, beside: runningMonth ? today : undefined, unfinished };
}

/** The key of the words for what a period is compared with. */
export function comparisonKey(period: Period, comparison: Comparison): 'report.previous' | 'report.sameDaysLastMonth' | 'report.lastYear' | 'report.chosenDays' {
  if (typeof comparison !== 'string') return 'report.chosenDays';
  if (comparison === 'lastYear') return 'report.lastYear';
  return period.preset === 'thisMonth' ? 'report.sameDaysLastMonth' : 'report.previous';
}
