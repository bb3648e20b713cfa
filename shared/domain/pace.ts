import { daysIn, DAYS_A_WEEK, monthRange, startOfDay, weekday, type Day, type Month } from './calendar';
import { UNUSUAL, type VariationKind } from './watch';

/** Days before today that the weekday pattern is taken from: whole weeks. */
export const PATTERN_DAYS = UNUSUAL.weeks * DAYS_A_WEEK;

/** Bounds of the band in standard errors: about 95 % of normal values. */
const BAND_ERRORS = 1.96;

const DAY_MS = 86_400_000;

/** How a sum is spread over the days of a week, and how much weeks vary. */
export interface WeekPattern {
  /** Weight by weekday, 0 Sunday ... 6 Saturday; only their ratios matter. */
  readonly weekdays: readonly number[];
  /** Variance of a week's sum per unit of its expectation; null if too few weeks are known. */
  readonly dispersion: number | null;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const EQUAL: WeekPattern = { weekdays: Array.from({ length: DAYS_A_WEEK }, () => 1), dispersion: null };

/**
 * Returns the pattern of past weeks: a weekday weighs its mean over the weeks. Weeks before the first value
 * are unknown. With fewer than five known weeks all weekdays weigh the same.
 *
 * The dispersion is Pearson's statistic of the weekly sums over its degrees of freedom (quasi-Poisson;
 * McCullagh and Nelder, "Generalized Linear Models", 1989, section 4.5). Counts vary at least like Poisson
 * counts.
 *
 * @param values sums by day, oldest first, over whole weeks
 * @param last the day of the last value
 */
export function weekPattern(values: readonly number[], last: Day, kind: VariationKind): WeekPattern {
  const first = values.findIndex((value) => value !== 0);
  const known = first < 0 ? [] : values.slice(Math.floor(first / DAYS_A_WEEK) * DAYS_A_WEEK);
  const weeks = Array.from({ length: known.length / DAYS_A_WEEK }, (_, week) =>
    sum(known.slice(week * DAYS_A_WEEK, (week + 1) * DAYS_A_WEEK)),
  );
  const mean = sum(weeks) / weeks.length;
  if (weeks.length < UNUSUAL.minWeeks || !(mean > 0)) return EQUAL;
  const weekdays = Array.from({ length: DAYS_A_WEEK }, (_, day) =>
    Math.max(0, sum(known.filter((_value, at) => (weekday(last) + 1 + at) % DAYS_A_WEEK === day))),
  );
  const pearson = sum(weeks.map((week) => (week - mean) ** 2 / mean)) / (weeks.length - 1);
  return { weekdays, dispersion: kind === 'count' ? Math.max(1, pearson) : pearson };
}

/**
 * Returns the share of a month that is expected until an instant: 0 before the month, 1 after it. A day in
 * progress counts by the part that has passed.
 */
export function expectedShare(month: Month, until: number, { weekdays }: WeekPattern): number {
  const days = daysIn(monthRange(month)).map((day) => ({
    weight: weekdays[weekday(day)] ?? 0,
    passed: Math.min(1, Math.max(0, (until - startOfDay(day)) / DAY_MS)),
  }));
  return sum(days.map(({ weight, passed }) => weight * passed)) / sum(days.map(({ weight }) => weight));
}

/** Expected sum at the end of a month. */
export interface Landing {
  readonly value: number;
  /** Bounds of the band; null if unknown. */
  readonly low: number | null;
  readonly high: number | null;
}

/**
 * Returns the landing of a sum: the sum so far divided by the expected share of the month. Null if nothing is
 * expected so far.
 *
 * The variance of the rest R after the sum S is `dispersion * (R + R^2 / S)`: the variation of the rest itself,
 * and the error of the rate that S estimates. forecast.ts has the same form (Mack 1993, formula 7). A finished
 * month lands on its sum.
 */
export function landingOf(soFar: number, month: Month, until: number, pattern: WeekPattern): Landing | null {
  const share = expectedShare(month, until, pattern);
  if (share === 0) return null;
  const value = soFar / share;
  const rest = value - soFar;
  if (rest === 0 && share === 1) return { value, low: value, high: value };
  if (pattern.dispersion === null || soFar <= 0) return { value, low: null, high: null };
  const margin = BAND_ERRORS * Math.sqrt(pattern.dispersion * (rest + rest ** 2 / soFar));
  return { value, low: Math.max(soFar, value - margin), high: value + margin };
}

/** Returns the landing of a ratio: the ratio of the landings. It has no band. */
export function landingRatio(numerator: Landing | null, denominator: Landing | null): Landing | null {
  if (!numerator || !denominator || denominator.value === 0) return null;
  return { value: numerator.value / denominator.value, low: null, high: null };
}

/** Returns a value relative to its target, 1 on target; null without either or for a target of zero. */
export const relativeToTarget = (
  value: number | null | undefined,
  target: number | null | undefined,
): number | null => (value == null || target == null || target === 0 ? null : value / target);
