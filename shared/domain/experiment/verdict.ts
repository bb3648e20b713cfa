import { clicksToDecide, DECIDED_FROM, type Running } from './clicks-to-decide';
import { judgeVariants, type Prospect } from './posterior';

/**
 * What can be said of a test: `idle` nobody clicked, `single` there is one rate to look at, `decided` one variant is the
 * best with DECIDED_FROM or more, `undecided` it takes about so many more clicks, `open` even that can't be told.
 */
export type Verdict =
  | { readonly state: 'idle' | 'single' }
  | { readonly state: 'decided' | 'open'; readonly leader: number }
  | { readonly state: 'undecided'; readonly leader: number; readonly clicks: number };

/** A test's verdict, and how each of its variants does; null for one of which no rate can be told. */
export interface TestResult {
  readonly verdict: Verdict;
  readonly prospects: readonly (Prospect | null)[];
}

function verdictOf(variants: readonly Running[], prospects: readonly (Prospect | null)[]): Verdict {
  if (variants.every(({ trials }) => trials === 0)) return { state: 'idle' };
  if (prospects.filter((one) => one !== null).length < 2) return { state: 'single' };
  const probabilities = prospects.map((one) => one?.bestProbability ?? -1);
  const highest = Math.max(...probabilities);
  const leader = probabilities.indexOf(highest);
  if (highest >= DECIDED_FROM) return { state: 'decided', leader };
  const clicks = clicksToDecide(variants);
  return clicks === null ? { state: 'open', leader } : { state: 'undecided', leader, clicks };
}

/** Judges a test by what was seen of its variants and how they are delivered from now on. */
export function judgeTest(variants: readonly Running[]): TestResult {
  const prospects = judgeVariants(variants);
  return { verdict: verdictOf(variants, prospects), prospects };
}
