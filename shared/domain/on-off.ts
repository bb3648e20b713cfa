import { studentQuantile } from './student-t';

/**
 * Time-based regression of an on/off test by weekly sums (J. Kerman, P. Wang, J. Vaver, "Estimating Ad
 * Effectiveness using Geo Experiments in a Time-Based Regression Framework", Google, 2017): the response of the
 * weeks before the test is regressed on a control that the test does not affect. The fit says what the response
 * would have been in the weeks without the ads. Sums of whole weeks are used because daily values depend on the
 * days before, which makes intervals too narrow.
 */

/** Sums of a week. */
export interface OnOffWeek {
  readonly response: number;
  readonly control: number;
}

/** An estimate with its interval at CONFIDENCE. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Ordinary least squares of the response on the control. */
export interface OnOffFit {
  readonly weeks: number;
  readonly slope: number;
  /** Means of the weeks. */
  readonly control: number;
  readonly response: number;
  /** Sum of the squared deviations of the control. */
  readonly spread: number;
  /** Standard deviation of the residuals. */
  readonly sigma: number;
}

/** Probability that a two-sided interval covers the effect. */
const CONFIDENCE = 0.9;
/** Probability that an effect of the minimal detectable size is found. */
const POWER = 0.8;

/**
 * Fewest weeks of a fit. With two parameters they leave 6 degrees of freedom, and the interval is at most a fifth
 * wider than with many weeks (t 1.94 instead of 1.64); with 4 weeks it is three quarters wider.
 */
export const MIN_PRE_WEEKS = 8;

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Fits the weeks before a test, in any order. Returns null for fewer than MIN_PRE_WEEKS or a constant control. */
export function fitOnOff(weeks: readonly OnOffWeek[]): OnOffFit | null {
  const n = weeks.length;
  if (n < MIN_PRE_WEEKS) return null;
  const control = sumOf(weeks.map((week) => week.control)) / n;
  const response = sumOf(weeks.map((week) => week.response)) / n;
  const spread = sumOf(weeks.map((week) => (week.control - control) ** 2));
  if (spread <= 1e-12 * n * control ** 2) return null;
  const slope = sumOf(weeks.map((week) => (week.control - control) * (week.response - response))) / spread;
  const residuals = weeks.map((week) => week.response - response - slope * (week.control - control));
  const sigma = Math.sqrt(sumOf(residuals.map((residual) => residual ** 2)) / (n - 2));
  return { weeks: n, slope, control, response, spread, sigma };
}

const estimate = (value: number, error: number, { weeks }: OnOffFit): Estimate => {
  const half = studentQuantile((1 + CONFIDENCE) / 2, weeks - 2) * error;
  return { value, low: value - half, high: value + half };
};

/** Returns the response that a week with this control would have had, with the interval of a single week. */
export function expectedWeek(fit: OnOffFit, control: number): Estimate {
  const deviation = control - fit.control;
  const error = fit.sigma * Math.sqrt(1 + 1 / fit.weeks + deviation ** 2 / fit.spread);
  return estimate(fit.response + fit.slope * deviation, error, fit);
}

/**
 * Returns the response that the weeks of a test lost because the ads were off: expected less actual. With m weeks
 * its variance is sigma² (m + m² / n + (sum of the control's deviations)² / spread): the residuals of m weeks and
 * the errors of both parameters.
 */
export function onOffEffect(fit: OnOffFit, test: readonly OnOffWeek[]): Estimate {
  const m = test.length;
  const deviation = sumOf(test.map(({ control }) => control - fit.control));
  const expected = m * fit.response + fit.slope * deviation;
  const error = fit.sigma * Math.sqrt(m + m ** 2 / fit.weeks + deviation ** 2 / fit.spread);
  return estimate(expected - sumOf(test.map(({ response }) => response)), error, fit);
}

/**
 * Returns the smallest effect per week that a test of so many weeks finds with POWER, judged by the two-sided
 * interval at CONFIDENCE: (t of the interval + t of the power) x error / weeks. The control of future weeks is
 * unknown; it is taken to vary as before, which multiplies the expected variance by n / (n - 1).
 */
export function minimalEffect(fit: OnOffFit, testWeeks: number): number {
  const n = fit.weeks;
  const error = fit.sigma * Math.sqrt(((testWeeks + testWeeks ** 2 / n) * n) / (n - 1));
  const t = studentQuantile((1 + CONFIDENCE) / 2, n - 2) + studentQuantile(POWER, n - 2);
  return (t * error) / testWeeks;
}

/** Whether an interval excludes 0: beyond the rounding errors of sums. */
export const excludesZero = ({ value, low, high }: Estimate): boolean =>
  (low > 0 || high < 0) && Math.abs(value) > 1e-9;

/** Tests in weeks without a change. */
export interface PlaceboCheck {
  readonly checks: number;
  /** Checks that found an effect: about 1 - CONFIDENCE of them if the model is right. */
  readonly alarms: number;
}

/**
 * Slides the test over the weeks before it, each time fitted on all weeks before, at least MIN_PRE_WEEKS. The
 * checks overlap, so their share of alarms is a hint and no test of its own.
 *
 * @param weeks the weeks before the test, in order
 */
export function placeboCheck(weeks: readonly OnOffWeek[], testWeeks: number): PlaceboCheck {
  const effects = weeks.flatMap((_, start) => {
    const test = weeks.slice(start, start + testWeeks);
    const fit = test.length === testWeeks ? fitOnOff(weeks.slice(0, start)) : null;
    return fit ? [onOffEffect(fit, test)] : [];
  });
  return { checks: effects.length, alarms: effects.filter(excludesZero).length };
}

/** Clicks of paused ads, per click before, from which they were not off in every respect, and not off at all. */
export const CLICKS_LEFT = { some: 0.05, many: 0.2 } as const;

/** Most weeks of a test and before it: as many days as a report by day has. */
export const MAX_TEST_WEEKS = 12;
export const MAX_PRE_WEEKS = 40;

/** Days after a test until its result is read: imports and servers deliver conversions late. */
export const SETTLING_DAYS = 7;
