import { addDays, dayOf, startOfDay, countDays, type Day } from './calendar';
import { nextDue } from './schedule';

/**
 * Criteria of an unusual day. It is compared with the same weekdays before, by their median and the median
 * absolute deviation (MAD). Single holidays or campaigns don't distort these.
 */
export const UNUSUAL = {
  /** Number of earlier weekdays to use, and how many of them must be known. */
  weeks: 8,
  minWeeks: 5,
  /** Number of spreads from the median beyond which a day is unusual (Iglewicz and Hoaglin, 1993). */
  maxSpreads: 3.5,
} as const;

/** Scales a MAD to the standard deviation of normal values. */
const MAD_TO_DEVIATION = 1.4826;

/**
 * Minimum spread of sums, as a fraction of the median: otherwise equal weeks would make every yen unusual.
 */
const MIN_SPREAD_FRACTION = 0.1;

/** Kind of value: event counts vary by the square root of their number, sums by their spread. */
export type VariationKind = 'count' | 'sum';

/** Usual range of a weekday. */
interface UsualRange {
  readonly median: number;
  readonly low: number;
  readonly high: number;
  /** Number of days that it is based on. */
  readonly days: number;
}

/**
 * Returns the median; for an even number of values the mean of the two middle ones. @throws RangeError
 * without values
 */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  if (low === undefined || high === undefined) throw new RangeError('no values to take the median of');
  return (low + high) / 2;
}

const minSpread = (middle: number, kind: VariationKind): number =>
  kind === 'count' ? Math.sqrt(Math.max(middle, 1)) : Math.abs(middle) * MIN_SPREAD_FRACTION;

/**
 * Returns the usual range of a day by the values of the same weekday before, or null if too few are known.
 */
export function usualRange(earlier: readonly number[], kind: VariationKind): UsualRange | null {
  if (earlier.length < UNUSUAL.minWeeks) return null;
  const middle = median(earlier);
  const mad = median(earlier.map((value) => Math.abs(value - middle)));
  const tolerance = UNUSUAL.maxSpreads * Math.max(mad * MAD_TO_DEVIATION, minSpread(middle, kind));
  return {
    median: middle,
    low: Math.max(0, middle - tolerance),
    high: middle + tolerance,
    days: earlier.length,
  };
}

/** Returns whether a value is outside the range; the bounds are inside. */
export const isUnusual = (value: number, { low, high }: UsualRange): boolean => value < low || value > high;

/** Condition of an alert. */
export type AlertRule =
  | { readonly is: 'above' | 'below'; readonly threshold: number }
  /** @param kind how the measure varies at random */
  | { readonly is: 'unusual'; readonly kind: VariationKind }
  /**
   * Compares the landing with the month's target.
   * @param tolerance deviation that is no case, as a fraction of the target
   */
  | { readonly is: 'pace'; readonly isCeiling: boolean; readonly tolerance: number };

/** Value with its allowed bounds and whether it violates them. */
export interface AlertCheck {
  readonly value: number;
  /** Null: no bound on this side. */
  readonly low: number | null;
  readonly high: number | null;
  /** Reference: the median of the same weekdays before, or the target; null if there is none. */
  readonly median: number | null;
  readonly raised: boolean;
}

/**
 * Checks the value of a day. "Above" means greater than the threshold, "below" means less; "unusual" compares
 * with the same weekdays before.
 *
 * @param value null if there is none (zero denominator)
 * @param earlier values of the same weekdays before, as far as known
 * @returns null if the value can't be checked
 */
export function checkAlert(
  value: number | null,
  earlier: readonly number[],
  rule: Exclude<AlertRule, { is: 'pace' }>,
): AlertCheck | null {
  if (value === null) return null;
  if (rule.is !== 'unusual') return checkThreshold(value, rule.is, rule.threshold);
  const usual = usualRange(earlier, rule.kind);
  return (
    usual && {
      value,
      low: usual.low,
      high: usual.high,
      median: usual.median,
      raised: isUnusual(value, usual),
    }
  );
}

const checkThreshold = (value: number, is: 'above' | 'below', threshold: number): AlertCheck =>
  is === 'above'
    ? { value, low: null, high: threshold, median: null, raised: value > threshold }
    : { value, low: threshold, high: null, median: null, raised: value < threshold };

/** Whether a case compares with a target: it has a reference, but only one bound. */
export const isPaceCase = ({ low, high, median }: Pick<AlertCheck, 'low' | 'high' | 'median'>): boolean =>
  median !== null && (low === null || high === null);

/** Checks the landing of a month against its target: costs above it are a case, results below it. */
export function checkPace(
  landing: number,
  target: number,
  { isCeiling, tolerance }: Extract<AlertRule, { is: 'pace' }>,
): AlertCheck {
  const bound = target * (isCeiling ? 1 + tolerance : 1 - tolerance);
  return { ...checkThreshold(landing, isCeiling ? 'above' : 'below', bound), median: target };
}

const HOUR_MS = 3_600_000;

/** Fields that decide what an alert checks and when. Changing one restarts the alert. */
const CHECK_FIELDS = ['measure', 'rule', 'threshold', 'figures', 'scope', 'adId', 'hour', 'status'] as const;

/** Values of these fields. */
interface CheckFields extends Readonly<Record<(typeof CHECK_FIELDS)[number], unknown>> {
  readonly hour: number | null;
}

/** Returns the day that an alert checks at its next hour. A new alert never checks an earlier day at once. */
export const firstCheckedDay = (hour: number, now: number): Day =>
  addDays(dayOf(nextDue({ every: 'day', hour }, now)), -1);

/**
 * Returns the first day that an alert checks after it is saved. A new alert, or one whose check changed,
 * starts at the next occurrence of its hour.
 *
 * @param before null for a new alert; with its first day
 */
export function firstDayAfterSave(
  before: (CheckFields & { readonly fromDay: Day | null }) | null,
  after: CheckFields,
  now: number,
): Day | null {
  return before && CHECK_FIELDS.every((name) => before[name] === after[name])
    ? before.fromDay
    : firstCheckedDay(after.hour ?? 0, now);
}

/** Returns the next day that an alert checks, and the earliest time of the check. */
export function nextCheck(
  {
    hour,
    fromDay,
    judgedDay: checkedDay,
  }: { readonly hour: number; readonly fromDay: Day | null; readonly judgedDay: Day | null },
  now: number,
): { day: Day; at: Date } {
  const day = Math.max(addDays(dayOf(now), -1), fromDay ?? 0, (checkedDay ?? 0) + 1);
  return { day, at: new Date(startOfDay(addDays(day, 1)) + hour * HOUR_MS) };
}

/** When an event source counts as silent. */
const SILENCE = {
  /** Days up to its last event that define its usual pauses. */
  days: 28,
  /** Minimum number of days with events: rare sources are not missed. */
  minDays: 7,
} as const;

/** Returns the days that define the usual pauses of a source, ending with the day of its last event. */
export const daysBeforeSilence = (lastDay: Day): Day[] =>
  Array.from({ length: SILENCE.days }, (_, back) => addDays(lastDay, back + 1 - SILENCE.days));

interface Silence {
  /** Finished days since the last event. */
  readonly days: number;
  /** Longest earlier pause, in whole days. */
  readonly longest: number;
}

/**
 * Returns how long a source has been silent, if longer than any pause in the four weeks before; otherwise
 * null.
 *
 * @param active days with events among those of daysBeforeSilence
 * @param today unfinished, so it doesn't count
 */
export function silenceOf(lastDay: Day, active: readonly Day[], today: Day): Silence | null {
  const activeDays = new Set([...active, lastDay]);
  if (activeDays.size < SILENCE.minDays) return null;
  let longest = 0;
  let pause = 0;
  let hasStarted = false;
  for (const day of daysBeforeSilence(lastDay)) {
    // The time before the first event is no pause.
    if (activeDays.has(day)) [hasStarted, pause] = [true, 0];
    else if (hasStarted) pause += 1;
    longest = Math.max(longest, pause);
  }
  const days = lastDay < today ? countDays(lastDay, today) - 2 : 0;
  return days > longest ? { days, longest } : null;
}
