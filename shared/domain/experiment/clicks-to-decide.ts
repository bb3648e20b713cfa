import { judgeVariants } from './posterior';
import { isRate, type Sample } from './sample';

/** From this probability to be best on a test is said to be decided. */
export const DECIDED_FROM = 0.95;

/** What was seen of a variant, and its share of what is still to come, in any unit. */
export interface Running extends Sample {
  readonly rate: number;
}

/** More clicks than this are never told: nobody waits for them. */
const MOST_CLICKS = 100_000_000;
/** Halvings between two guesses: far below one in a thousand. */
const HALVINGS = 14;

/** The samples after so many more clicks, split as they are set, at the rates seen so far. */
const after = (running: readonly Running[], clicks: number, whole: number): Sample[] =>
  running.map(({ trials, successes, rate }) => {
    const more = (clicks * rate) / whole;
    return { trials: trials + more, successes: successes + (more * successes) / trials };
  });

/**
 * About how many more clicks it takes until the variant that leads now is the best with `DECIDED_FROM`, if the rates
 * seen so far stay and clicks are split as set: the posterior of the expected data, searched by doubling and halving.
 * It is an estimate of when, no promise: half of the tests take longer.
 *
 * @returns 0 where it is decided; null where that is not to be foreseen: no rate, a tie, a leader who gets no more clicks
 */
export function clicksToDecide(variants: readonly Running[]): number | null {
  const running = variants.filter(isRate);
  const whole = running.reduce((sum, { rate }) => sum + rate, 0);
  const rates = running.map(({ trials, successes }) => successes / trials);
  const highest = Math.max(...rates);
  const leader = rates.indexOf(highest);
  if (running.length < 2) return null;
  const decided = (clicks: number): boolean =>
    (judgeVariants(after(running, clicks, whole || 1))[leader]?.bestProbability ?? 0) >= DECIDED_FROM;
  if (decided(0)) return 0;
  if (whole === 0 || highest === 0 || rates.lastIndexOf(highest) !== leader) return null;
  let most = Math.max(1, running.reduce((sum, { trials }) => sum + trials, 0) / 100);
  while (!decided(most)) if ((most *= 2) > MOST_CLICKS) return null;
  let least = most / 2;
  for (let step = 0; step < HALVINGS; step += 1) {
    const middle = (least + most) / 2;
    if (decided(middle)) most = middle;
    else least = middle;
  }
  return Math.ceil(most);
}
