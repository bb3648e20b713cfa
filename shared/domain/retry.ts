/** Random extra delay of a retry, as a fraction: requests that failed together should not retry together. */
const JITTER = 0.2;

/**
 * Returns the milliseconds until the next attempt, or null after the last one (domain.md section 5: backoff
 * with jitter).
 *
 * @param attempts number of attempts so far, from 1
 * @param schedule seconds to wait after each failed attempt but the last
 * @param random in [0, 1)
 */
export function retryWaitMs(attempts: number, schedule: readonly number[], random: number): number | null {
  const seconds = schedule[attempts - 1];
  return seconds === undefined ? null : Math.round(seconds * 1000 * (1 + JITTER * random));
}

/**
 * Returns the latest time of the last attempt, given the number of attempts so far. Used to show until when a
 * postback is retried.
 */
export const latestLastAttempt = (attempts: number, nextAt: number, schedule: readonly number[]): number =>
  schedule.slice(attempts).reduce((at, seconds) => at + seconds * 1000 * (1 + JITTER), nextAt);
