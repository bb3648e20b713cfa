/** Recurring schedule in Tokyo time. */
export type Schedule = { readonly hour: number } & (
  | { readonly every: 'day' }
  /** 0 is Sunday. */
  | { readonly every: 'week'; readonly weekday: number }
  /** A day beyond the end of the month means its last day. */
  | { readonly every: 'month'; readonly dayOfMonth: number }
);

const HOUR_MS = 3_600_000;
const TOKYO_MS = 9 * HOUR_MS;
const DAY_MS = 24 * HOUR_MS;

/** Returns the number of days of a month. @param month counted from year 0 */
const daysInMonth = (month: number): number =>
  new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).getUTCDate();

/** Yields the Tokyo days of the schedule from a day on, as UTC midnights of the same date. */
function* listCandidates(schedule: Schedule, from: number): Generator<number> {
  if (schedule.every === 'month') {
    const start = new Date(from);
    for (let month = start.getUTCFullYear() * 12 + start.getUTCMonth(); ; month += 1) {
      yield Date.UTC(Math.floor(month / 12), month % 12, Math.min(schedule.dayOfMonth, daysInMonth(month)));
    }
  }
  for (let day = from; ; day += DAY_MS)
    if (schedule.every === 'day' || new Date(day).getUTCDay() === schedule.weekday) yield day;
}

/** Returns the first due time after an instant, in epoch milliseconds. */
export function nextDue(schedule: Schedule, after: number): number {
  const tokyo = after + TOKYO_MS;
  for (const day of listCandidates(schedule, tokyo - (tokyo % DAY_MS))) {
    const due = day + schedule.hour * HOUR_MS - TOKYO_MS;
    if (due > after) return due;
  }
  throw new Error('schedule has no next due time');
}

/** Returns the last due time up to an instant. @param known an earlier due time */
export function lastDue(schedule: Schedule, known: number, upTo: number): number {
  let last = known;
  for (let next = nextDue(schedule, last); next <= upTo; next = nextDue(schedule, last)) last = next;
  return last;
}
