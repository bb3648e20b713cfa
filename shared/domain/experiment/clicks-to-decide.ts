import { evaluateVariants } from './posterior';
import { isRate, type Sample } from './sample';

/** A test is decided once a variant reaches this probability to be best. */
export const DECISION_PROBABILITY = 0.95;

/** Observed sample of a variant, and its share of future clicks, in any unit. */
export interface RunningVariant extends Sample {
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
