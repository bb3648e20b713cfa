import type { MeasureKey } from '../../shared/catalog';
import { addDays, DAYS_A_WEEK, dayOf, type Day, type DayRange } from '../../shared/domain/calendar';
import { isUnusual, UNUSUAL, usualRange, type VariationKind } from '../../shared/domain/watch';

/** Watched measures, and how each varies. */
const WATCHED = {
  adClickCount: 'count',
  cvTotalFinal: 'count',
  adCost: 'sum',
  amountSum: 'sum',
} as const satisfies Partial<Record<MeasureKey, VariationKind>>;
export type WatchedMeasure = keyof typeof WATCHED;
export const watchedMeasures = [
  'adClickCount',
  'cvTotalFinal',
  'adCost',
  'amountSum',
] as const satisfies readonly WatchedMeasure[];

/** Number of finished days to evaluate. */
const EVALUATED_DAYS = 7;

/** A day with a value outside the usual range of earlier days with the same weekday. */
export interface UnusualDay {
  readonly day: Day;
  readonly measure: WatchedMeasure;
  readonly value: number;
  readonly median: number;
  readonly low: number;
  readonly high: number;
  /** Number of days with this weekday in the comparison. */
  readonly days: number;
}

/** Values of one day by measure. */
export interface DayValues {
  readonly day: Day;
  readonly values: Readonly<Record<WatchedMeasure, number>>;
}

/** Returns the days needed to evaluate the days before today. */
export const daysToEvaluate = (now: number): DayRange => {
  const today = dayOf(now);
  return { from: addDays(today, -EVALUATED_DAYS - UNUSUAL.weeks * DAYS_A_WEEK), to: addDays(today, -1) };
};

/**
 * Returns the unusual days among the last ones, newest first. Days before the first event are unknown, not
 * empty.
 */
export function unusualDays(days: readonly DayValues[], now: number): UnusualDay[] {
  const byDay = new Map(days.map(({ day, values }) => [day, values]));
  const first =
    days.find(({ values }) => watchedMeasures.some((measure) => values[measure] !== 0))?.day ?? Infinity;
  const today = dayOf(now);
  return Array.from({ length: EVALUATED_DAYS }, (_, back) => addDays(today, -1 - back)).flatMap((day) =>
    watchedMeasures.flatMap((measure) => {
      const same = Array.from({ length: UNUSUAL.weeks }, (_, week) =>
        addDays(day, -(week + 1) * DAYS_A_WEEK),
      ).filter((earlier) => earlier >= first);
      const usual = usualRange(
        same.map((earlier) => byDay.get(earlier)?.[measure] ?? 0),
        WATCHED[measure],
      );
      const value = byDay.get(day)?.[measure] ?? 0;
      return usual && isUnusual(value, usual) ? [{ day, measure, value, ...usual }] : [];
    }),
  );
}
