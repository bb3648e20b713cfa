import { addDays, countDays, type Day } from '../calendar';

/** When an event source counts as silent. */
const SILENCE = {
  /** Days up to its last event that define its usual pauses. */
  days: 28,
  /** Minimum number of days with events: rare sources are not missed. */
  minDays: 7,
} as const;

/** Returns the days that define the usual pauses of a source, ending with the day of its last event. */
export const daysBeforeSilence = (lastDay: Day): Day[] =>
  Array.from({ length: SILENCE.days }, (_, back) => addDays(lastDay, back + 1 - SILENCE.days));

export interface Silence {
  /** Finished days since the last event. */
  readonly days: number;
  /** Longest earlier pause, in whole days. */
  readonly longest: number;
}

/**
 * Returns how long a source has been silent, if longer than any pause in the four weeks before; otherwise
 * null.
 *
 * @param active days with events among those of daysBeforeSilence
 * @param today unfinished, so it doesn't count
 */
export function silenceOf(lastDay: Day, active: readonly Day[], today: Day): Silence | null {
  const activeDays = new Set([...active, lastDay]);
  if (activeDays.size < SILENCE.minDays) return null;
  let longest = 0;
  let pause = 0;
  let hasStarted = false;
  for (const day of daysBeforeSilence(lastDay)) {
    // The time before the first event is no pause.
    if (activeDays.has(day)) [hasStarted, pause] = [true, 0];
    else if (hasStarted) pause += 1;
    longest = Math.max(longest, pause);
  }
  const days = lastDay < today ? countDays(lastDay, today) - 2 : 0;
  return days > longest ? { days, longest } : null;
}
