/** How much longer than its wait a retry may come, by chance: what failed together must not come back together. */
const JITTER = 0.2;

/**
 * Milliseconds until the next attempt, or null when it was the last one (domain.md section 5: a wait after each of the
 * first attempts, with jitter).
 *
 * @param attempts how many were made, from 1
 * @param schedule seconds to wait after each failed attempt but the last
 * @param random in [0, 1)
 */
export function retryWaitMs(attempts: number, schedule: readonly number[], random: number): number | null {
  const seconds = schedule[attempts - 1];
  return seconds === undefined ? null : Math.round(seconds * 1000 * (1 + JITTER * random));
}

/** When the last attempt is due at the latest, seen from after the given number of them: "until when is it tried". */
export function triedUntil(attempts: number, nextAt: number, schedule: readonly number[]): number {
  return schedule.slice(attempts).reduce((at, seconds) => at + seconds * 1000 * (1 + JITTER), nextAt);
}
