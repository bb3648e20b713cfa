import { addDays, dayOf, startOfDay, type Day } from '../calendar';
import { nextDue } from '../schedule';

const HOUR_MS = 3_600_000;

/** Fields that decide what an alert checks and when. Changing one restarts the alert. */
const CHECK_FIELDS = ['measure', 'rule', 'threshold', 'scope', 'adId', 'hour', 'status'] as const;

/** Values of these fields. */
export interface CheckFields extends Readonly<Record<(typeof CHECK_FIELDS)[number], unknown>> {
  readonly hour: number | null;
}

/** Returns the day that an alert checks at its next hour. A new alert never checks an earlier day at once. */
export const firstCheckedDay = (hour: number, now: number): Day =>
  addDays(dayOf(nextDue({ every: 'day', hour }, now)), -1);

/**
 * Returns the first day that an alert checks after it is saved. A new alert, or one whose check changed,
 * starts at the next occurrence of its hour.
 *
 * @param before null for a new alert; with its first day
 */
export function firstDayAfterSave(
  before: (CheckFields & { readonly fromDay: Day | null }) | null,
  after: CheckFields,
  now: number,
): Day | null {
  return before && CHECK_FIELDS.every((name) => before[name] === after[name])
    ? before.fromDay
    : firstCheckedDay(after.hour ?? 0, now);
}

/** Returns the next day that an alert checks, and the earliest time of the check. */
export function nextCheck(
  {
    hour,
    fromDay,
    judgedDay: checkedDay,
  }: { readonly hour: number; readonly fromDay: Day | null; readonly judgedDay: Day | null },
  now: number,
): { day: Day; at: Date } {
  const day = Math.max(addDays(dayOf(now), -1), fromDay ?? 0, (checkedDay ?? 0) + 1);
  return { day, at: new Date(startOfDay(addDays(day, 1)) + hour * HOUR_MS) };
}
