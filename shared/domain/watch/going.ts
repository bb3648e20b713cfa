import { addDays, dayOf, startOfDay, type Day } from '../calendar';
import { nextDue } from '../schedule';

const HOUR_MS = 3_600_000;

/** What says of an alert what it judges, and when: a change of it sets the alert going anew. */
const DECIDING = ['measure', 'rule', 'threshold', 'scope', 'adId', 'hour', 'status'] as const;

/** The values of an alert that decide what it judges, and when. */
export interface Deciding extends Readonly<Record<(typeof DECIDING)[number], unknown>> {
  readonly hour: number | null;
}

/** The day that is judged when an alert of an hour is due the next time: it never looks back at once at a day that is over. */
export const firstDay = (hour: number, now: number): Day =>
  addDays(dayOf(nextDue({ every: 'day', hour }, now)), -1);

/**
 * The first day that an alert judges after it is saved: one that is new, or judges otherwise than before, begins when
 * its hour comes the next time.
 * @param before null for a new one; with the first day that it had
 */
export function firstDayOnceSaved(
  before: (Deciding & { readonly fromDay: Day | null }) | null,
  after: Deciding,
  now: number,
): Day | null {
  return before && DECIDING.every((name) => before[name] === after[name])
    ? before.fromDay
    : firstDay(after.hour ?? 0, now);
}

/** The next day that an alert judges, and from when on. */
export function nextJudged(
  {
    hour,
    fromDay,
    judgedDay,
  }: { readonly hour: number; readonly fromDay: Day | null; readonly judgedDay: Day | null },
  now: number,
): { day: Day; at: Date } {
  const day = Math.max(addDays(dayOf(now), -1), fromDay ?? 0, (judgedDay ?? 0) + 1);
  return { day, at: new Date(startOfDay(addDays(day, 1)) + hour * HOUR_MS) };
}
