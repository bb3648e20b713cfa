import { isRate, evaluateVariants, type Sample, type Prospect } from './posterior';

/** Bounds of a rate. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The normal quantile of 97.5 %: intervals hold 95 %. */
const Z = 1.959963984540054;

/**
 * Returns the 95 % score interval of a rate, without continuity correction (domain.md section 6, "LPO"; E. B.
 * Wilson, JASA 22, 1927; method 3 of R. G. Newcombe, Statistics in Medicine 17, 1998): (2np + z² ± z √(z² +
 * 4npq)) / 2(n + z²).
 *
 * @returns null without trials, or with more successes than trials
 */
export function wilsonInterval(sample: Sample): Interval | null {
  if (!isRate(sample)) return null;
  const { trials: n, successes: k } = sample;
  const centre = 2 * k + Z * Z;
  const reach = Z * Math.sqrt(Z * Z + (4 * k * (n - k)) / n);
  const whole = 2 * (n + Z * Z);
  // With no or only successes, one bound is exactly 0 or 1; rounding must not exceed it.
  return { low: k === 0 ? 0 : (centre - reach) / whole, high: k === n ? 1 : (centre + reach) / whole };
}

/** Coefficients of C. Lanczos' approximation with g = 7, as in Numerical Recipes; about 15 digits. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

/** Returns the logarithm of the gamma function at x > 0. */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const t = x + 6.5;
  const sum = LANCZOS.reduce(
    (total, coefficient, index) => total + (index === 0 ? coefficient : coefficient / (x - 1 + index)),
    0,
  );
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum);
}

const PRECISION = 1e-15;
const MAX_TERMS = 10_000;

/** Sums the series of the lower incomplete gamma function, without its factor. */
function lowerSeries(a: number, x: number): number {
  let [term, sum] = [1 / a, 1 / a];
  for (let n = 1; n < MAX_TERMS && term > sum * PRECISION; n += 1) {
    term *= x / (a + n);
    sum += term;
  }
  return sum;
}

/**
 * Evaluates the continued fraction of the upper incomplete gamma function by Lentz' method, without its
 * factor.
 */
function upperFraction(a: number, x: number): number {
  let b = x + 1 - a;
  let c = 1e300;
  let d = 1 / b;
  let fraction = d;
  for (let n = 1; n < MAX_TERMS; n += 1) {
    const an = -n * (n - a);
    b += 2;
    d = 1 / (an * d + b);
    c = b + an / c;
    fraction *= d * c;
    if (Math.abs(d * c - 1) < PRECISION) break;
  }
  return fraction;
}

/**
 * Returns the regularized upper incomplete gamma function Q(a, x) (W. H. Press et al., Numerical Recipes,
 * 6.2). With half the degrees of freedom and half of chi-square it is the p value of a chi-square test.
 */
export function upperGamma(a: number, x: number): number {
  if (x <= 0) return 1;
  const factor = Math.exp(-x + a * Math.log(x) - logGamma(a));
  return x < a + 1 ? 1 - factor * lowerSeries(a, x) : factor * upperFraction(a, x);
}

/** Visitors of one variant, and its set share in any unit. */
interface DeliveredVariant {
  readonly count: number;
  readonly rate: number;
}

/**
 * A split less likely than this counts as a mismatch: a false alarm in fewer than one of a thousand sound
 * tests.
 */
export const MISMATCH_BELOW = 0.001;
/**
 * With fewer expected visitors in a variant, chi-square is unreliable (W. G. Cochran, Biometrics 10, 1954).
 */
const MIN_EXPECTED = 5;

/**
 * Runs the sample ratio test: returns the probability that a split at least as far from the set one occurs by
 * chance. Uses Pearson's chi-square of goodness of fit (A. Fabijan et al., "Diagnosing Sample Ratio
 * Mismatch", KDD 2019). Counts must be independent draws: visitors, not clicks, because a visitor keeps the
 * variant.
 *
 * @returns null with fewer than two variants, or too few expected visitors in one of them; 0 if a variant
 * with rate 0 got visitors
 */
export function sampleRatioP(variants: readonly DeliveredVariant[]): number | null {
  const deliverable = variants.filter(({ rate }) => rate > 0);
  if (variants.some(({ count, rate }) => rate <= 0 && count > 0)) return 0;
  const all = deliverable.reduce((sum, { count }) => sum + count, 0);
  const whole = deliverable.reduce((sum, { rate }) => sum + rate, 0);
  const parts = deliverable.map(({ count, rate }) => ({ count, expected: (all * rate) / whole }));
  if (parts.length < 2 || parts.some(({ expected }) => expected < MIN_EXPECTED)) return null;
  const chiSquare = parts.reduce((sum, { count, expected }) => sum + (count - expected) ** 2 / expected, 0);
  return upperGamma((parts.length - 1) / 2, chiSquare / 2);
}

/** A test is decided once a variant reaches this probability to be best. */
export const DECISION_PROBABILITY = 0.95;

/** Observed sample of a variant, and its share of future clicks, in any unit. */
interface RunningVariant extends Sample {
  readonly rate: number;
}

/** Larger estimates are not shown: no test runs that long. */
const MAX_CLICKS = 100_000_000;
/** Bisection steps: the precision is far below one in a thousand. */
const BISECTION_STEPS = 14;

/**
 * Returns the expected samples after more clicks, split by the set rates, at the observed conversion rates.
 */
const expectedSamples = (running: readonly RunningVariant[], clicks: number, whole: number): Sample[] =>
  running.map(({ trials, successes, rate }) => {
    const more = (clicks * rate) / whole;
    return { trials: trials + more, successes: successes + (more * successes) / trials };
  });

/**
 * Estimates how many more clicks the current leader needs to be best with probability `DECIDED_FROM`. Assumes
 * that observed rates and the set split stay, and searches the posterior of the expected data by doubling and
 * bisection. It is an estimate: half of the tests take longer.
 *
 * @returns 0 if the test is decided; null if no estimate is possible: no rate, a tie, or a leader that gets
 * no more clicks
 */
export function clicksToDecide(variants: readonly RunningVariant[]): number | null {
  const running = variants.filter(isRate);
  const whole = running.reduce((sum, { rate }) => sum + rate, 0);
  const rates = running.map(({ trials, successes }) => successes / trials);
  const highest = Math.max(...rates);
  const leader = rates.indexOf(highest);
  if (running.length < 2) return null;
  const isDecidedAfter = (clicks: number): boolean =>
    (evaluateVariants(expectedSamples(running, clicks, whole || 1))[leader]?.bestProbability ?? 0) >=
    DECISION_PROBABILITY;
  if (isDecidedAfter(0)) return 0;
  if (whole === 0 || highest === 0 || rates.lastIndexOf(highest) !== leader) return null;
  let upper = Math.max(1, running.reduce((sum, { trials }) => sum + trials, 0) / 100);
  while (!isDecidedAfter(upper)) if ((upper *= 2) > MAX_CLICKS) return null;
  let lower = upper / 2;
  for (let step = 0; step < BISECTION_STEPS; step += 1) {
    const middle = (lower + upper) / 2;
    if (isDecidedAfter(middle)) upper = middle;
    else lower = middle;
  }
  return Math.ceil(upper);
}

/**
 * Verdict on a test.
 *
 * - `idle`: no clicks.
 * - `single`: only one variant has a rate.
 * - `decided`: one variant is best with DECIDED_FROM or more.
 * - `undecided`: about `clicks` more are needed.
 * - `open`: no estimate is possible.
 */
export type Verdict =
  | { readonly state: 'idle' | 'single' }
  | { readonly state: 'decided' | 'open'; readonly leader: number }
  | { readonly state: 'undecided'; readonly leader: number; readonly clicks: number };

/** Verdict on a test, and the prospects of each variant; null for variants without a rate. */
interface TestResult {
  readonly verdict: Verdict;
  readonly prospects: readonly (Prospect | null)[];
}

function verdictOf(variants: readonly RunningVariant[], prospects: readonly (Prospect | null)[]): Verdict {
  if (variants.every(({ trials }) => trials === 0)) return { state: 'idle' };
  if (prospects.filter((one) => one !== null).length < 2) return { state: 'single' };
  const probabilities = prospects.map((one) => one?.bestProbability ?? -1);
  const highest = Math.max(...probabilities);
  const leader = probabilities.indexOf(highest);
  if (highest >= DECISION_PROBABILITY) return { state: 'decided', leader };
  const clicks = clicksToDecide(variants);
  return clicks === null ? { state: 'open', leader } : { state: 'undecided', leader, clicks };
}

/** Evaluates a test by its samples and future delivery. */
export function evaluateTest(variants: readonly RunningVariant[]): TestResult {
  const prospects = evaluateVariants(variants);
  return { verdict: verdictOf(variants, prospects), prospects };
}

/** Delivery data of a test. */
export interface Delivery {
  /** Visitors by variant, counted by their first interaction with the test, and today's rates. */
  readonly variants: readonly DeliveredVariant[];
  /** Whether variants are chosen by rate today. */
  readonly isOn: boolean;
  /** Whether the rates changed since the first day, so today's don't apply to all visitors. */
  readonly isChanged: boolean;
}

/** Whether visitors are split as set. `few`, `changed` and `off` are no verdict. */
export type DeliveryCheck =
  | { readonly state: 'off' | 'changed' | 'few' }
  | { readonly state: 'matches' | 'mismatch'; readonly p: number };

/** Checks the delivery of a test. Only possible if the current rates applied to all visitors. */
export function checkDelivery({ variants, isOn, isChanged }: Delivery): DeliveryCheck {
  if (!isOn) return { state: 'off' };
  // Visitors of a variant with rate 0 were delivered by earlier rates.
  if (isChanged || variants.some(({ count, rate }) => rate <= 0 && count > 0)) return { state: 'changed' };
  const p = sampleRatioP(variants);
  if (p === null) return { state: 'few' };
  return { state: p < MISMATCH_BELOW ? 'mismatch' : 'matches', p };
}
