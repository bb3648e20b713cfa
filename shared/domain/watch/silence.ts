import { addDays, countDays, type Day } from '../calendar';

/** When a source of events counts as silent. */
const SILENCE = {
  /** Days up to its last event by which its usual pauses are known. */
  days: 28,
  /** On how many of them something must have come: what comes once in a while is not missed. */
  least: 7,
} as const;

/** The days by which the usual pauses of a source are known, the last of them that of its last event. */
export const daysBeforeSilence = (lastDay: Day): Day[] =>
  Array.from({ length: SILENCE.days }, (_, back) => addDays(lastDay, back + 1 - SILENCE.days));

export interface Silence {
  /** Finished days since the last event. */
  readonly days: number;
  /** The longest that it had paused before, in whole days. */
  readonly longest: number;
}

/**
 * For how long a source has been silent: longer than it had ever paused in the four weeks before; null while it is not.
 *
 * @param active those of the days before (see daysBeforeSilence) on which something came
 * @param today is not finished and so no day of silence
 */
export function silenceOf(lastDay: Day, active: readonly Day[], today: Day): Silence | null {
  const came = new Set([...active, lastDay]);
  if (came.size < SILENCE.least) return null;
  let longest = 0;
  let pause = 0;
  let begun = false;
  for (const day of daysBeforeSilence(lastDay)) {
    // Before its first event it had not paused: it was not there.
    if (came.has(day)) [begun, pause] = [true, 0];
    else if (begun) pause += 1;
    longest = Math.max(longest, pause);
  }
  const days = lastDay < today ? countDays(lastDay, today) - 2 : 0;
  return days > longest ? { days, longest } : null;
}
