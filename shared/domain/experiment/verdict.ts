import { clicksToDecide, DECISION_PROBABILITY, type RunningVariant } from './clicks-to-decide';
import { evaluateVariants, type Prospect } from './posterior';

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
export interface TestResult {
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
