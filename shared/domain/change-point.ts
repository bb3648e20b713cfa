/**
 * Finds the day since when a measure is at another level ("CPA is worse since 11/12").
 *
 * A two-segment fit: of all splits of the days, the one is taken whose two rates explain the counts best. Its
 * log-likelihood ratio against one common rate is the scan statistic of a Poisson process, here with the
 * exposure of each day:
 *
 *     LLR = 2 [ C1 ln(C1 / E1) + C2 ln(C2 / E2) - C ln(C / E) ]
 *
 * (C counts, E exposures; M. Kulldorff, "A spatial scan statistic", Communications in Statistics 26 (1997);
 * K. J. Worsley, "Confidence regions and tests for a change-point", Biometrika 73 (1986)). Real days vary more
 * than Poisson counts, so the ratio is divided by the dispersion of the days around their segments (quasi
 * likelihood, P. McCullagh and J. A. Nelder, "Generalized Linear Models" (1989), section 9.2). The weekly pattern
 * is taken out first, and the change must remain when any single day is left out.
 */

/** Events of a day, and what they are counted against: 1 for plain counts, yen for a cost per result. */
export interface Observation {
  readonly count: number;
  readonly exposure: number;
}

/** How the counted values vary by chance: events at least like Poisson counts, sums of money by their size. */
export type CountedKind = 'count' | 'sum';

export interface ChangePoint {
  /** Index of the first day at the new level. */
  readonly at: number;
  /** Count per exposure before and since then. */
  readonly before: number;
  readonly after: number;
  /** How sure the change is: `strong` is at twice the threshold. */
  readonly strength: 'clear' | 'strong';
}

/** What counts as a clear change. */
const CHANGE = {
  /** Days in each segment: a whole week, so that both hold every weekday. */
  minDays: 7,
  /** Events that each segment would have without a change. */
  minCount: 5,
  /** Smallest change of the rate, as a fraction: less than this is no news. */
  minChange: 0.15,
  /** Least ratio of log-likelihood to dispersion: fewer than 1 % of series without a change reach it. */
  threshold: 14,
} as const;

/** Least dispersion of sums: days vary by at least 10 % of their mean. */
const MIN_SPREAD_FRACTION = 0.1;
const DAYS_A_WEEK = 7;
/** Days from which the weekly pattern is known well enough to be taken out. */
const DAYS_OF_PATTERN = 28;

interface Day extends Observation {
  readonly at: number;
}

interface Segment {
  readonly count: number;
  readonly exposure: number;
}

const sumOf = (days: readonly Day[]): Segment => ({
  count: days.reduce((sum, { count }) => sum + count, 0),
  exposure: days.reduce((sum, { exposure }) => sum + exposure, 0),
});

const rateOf = ({ count, exposure }: Segment): number => (exposure > 0 ? count / exposure : 0);

/** Scales exposures by the factor of their weekday, if all weekdays are known. */
function withoutWeekdays(days: readonly Day[]): readonly Day[] {
  if (days.length < DAYS_OF_PATTERN) return days;
  const rate = rateOf(sumOf(days));
  const factors = Array.from({ length: DAYS_A_WEEK }, (_, weekday) =>
    rate === 0 ? 0 : rateOf(sumOf(days.filter(({ at }) => at % DAYS_A_WEEK === weekday))) / rate,
  );
  if (factors.some((factor) => factor === 0)) return days;
  return days.map((day) => ({ ...day, exposure: day.exposure * (factors[day.at % DAYS_A_WEEK] ?? 1) }));
}

/** Returns a count's part of the log-likelihood. */
const logLikelihood = (segment: Segment): number =>
  segment.count > 0 ? segment.count * Math.log(segment.count / segment.exposure) : 0;

/** Returns the index of the split with the highest likelihood; null if no segment is large enough. */
function bestSplit(days: readonly Day[], minCount: number): number | null {
  const whole = sumOf(days);
  let best: { split: number; likelihood: number } | null = null;
  for (let split = CHANGE.minDays; split <= days.length - CHANGE.minDays; split += 1) {
    const before = sumOf(days.slice(0, split));
    const after = { count: whole.count - before.count, exposure: whole.exposure - before.exposure };
    if (Math.min(before.exposure, after.exposure) * rateOf(whole) < minCount) continue;
    const likelihood = logLikelihood(before) + logLikelihood(after);
    if (!best || likelihood > best.likelihood) best = { split, likelihood };
  }
  return best && best.split;
}

/** Returns Pearson's dispersion of the days around the rates of their segments. */
function dispersion(segments: readonly (readonly Day[])[], kind: CountedKind): number {
  const days = segments.flat();
  const mean = sumOf(days).count / days.length;
  const squares = segments.reduce((sum, segment) => {
    const rate = rateOf(sumOf(segment));
    return segment.reduce(
      (inner, { count, exposure }) =>
        rate * exposure > 0 ? inner + (count - rate * exposure) ** 2 / (rate * exposure) : inner,
      sum,
    );
  }, 0);
  const parameters = days.length < DAYS_OF_PATTERN ? 2 : 2 + DAYS_A_WEEK - 1;
  return Math.max(
    squares / (days.length - parameters),
    kind === 'count' ? 1 : MIN_SPREAD_FRACTION ** 2 * mean,
  );
}

/** Returns the weighted squares that a straight line through the rates leaves. */
function squaresOfLine(days: readonly Day[]): number {
  const { count, exposure } = sumOf(days);
  const meanAt = days.reduce((sum, day) => sum + day.exposure * day.at, 0) / exposure;
  const mean = count / exposure;
  const spread = days.reduce((sum, day) => sum + day.exposure * (day.at - meanAt) ** 2, 0);
  const together = days.reduce((sum, day) => sum + (day.count - mean * day.exposure) * (day.at - meanAt), 0);
  const slope = spread === 0 ? 0 : together / spread;
  return squaresAround(days, ({ at }) => mean + slope * (at - meanAt));
}

const squaresAround = (days: readonly Day[], rate: (day: Day) => number): number =>
  days.reduce((sum, day) => sum + day.exposure * (day.count / day.exposure - rate(day)) ** 2, 0);

/** Returns whether a steady drift explains the days at least as well as a step: then no day is its start. */
function isDrift(days: readonly Day[], segments: readonly (readonly Day[])[]): boolean {
  const step = segments.reduce((sum, segment) => {
    const rate = rateOf(sumOf(segment));
    return sum + squaresAround(segment, () => rate);
  }, 0);
  return squaresOfLine(days) <= step;
}

/** Returns the log-likelihood ratio of a split into two segments, in units of their dispersion. */
function strengthOf(segments: readonly (readonly Day[])[], kind: CountedKind): number {
  const parts = segments.map(sumOf);
  const ratio = parts.reduce(
    (sum, part) => sum + logLikelihood(part),
    -logLikelihood(sumOf(segments.flat())),
  );
  return (2 * ratio) / dispersion(segments, kind);
}

/** Returns whether the split stays when any single day is left out: an outlier is no change. */
const isOfManyDays = (segments: readonly (readonly Day[])[], kind: CountedKind): boolean =>
  segments.flat().every(
    (left) =>
      strengthOf(
        segments.map((days) => days.filter((day) => day !== left)),
        kind,
      ) >=
      CHANGE.threshold / 2,
  );

function clearChange(known: readonly Day[], kind: CountedKind): ChangePoint | null {
  const days = withoutWeekdays(known);
  const split = bestSplit(days, kind === 'count' ? CHANGE.minCount : 0);
  const first = split === null ? undefined : days[split];
  if (split === null || !first) return null;
  const segments = [days.slice(0, split), days.slice(split)];
  const before = rateOf(sumOf(known.slice(0, split)));
  const after = rateOf(sumOf(known.slice(split)));
  const low = Math.min(before, after);
  if (low > 0 && Math.max(before, after) / low < 1 + CHANGE.minChange) return null;
  const strength = strengthOf(segments, kind);
  if (strength < CHANGE.threshold || !isOfManyDays(segments, kind) || isDrift(days, segments)) return null;
  return { at: first.at, before, after, strength: strength < 2 * CHANGE.threshold ? 'clear' : 'strong' };
}

/**
 * Returns the latest clear change of a series of consecutive days, or null if there is none: without a change,
 * with too few events or days, or if the level drifts.
 *
 * @param series one observation a day; null for a missing day
 * @throws RangeError on negative counts or exposures
 */
export function latestChange(series: readonly (Observation | null)[], kind: CountedKind): ChangePoint | null {
  if (series.some((day) => day !== null && !(day.count >= 0 && day.exposure >= 0)))
    throw new RangeError('counts and exposures must not be negative');
  let known = series.flatMap((day, at): Day[] => (day && day.exposure > 0 ? [{ ...day, at }] : []));
  let latest: ChangePoint | null = null;
  for (;;) {
    const change = clearChange(known, kind);
    if (!change) return latest;
    latest = change;
    known = known.filter(({ at }) => at >= change.at);
  }
}
