/** When something is due again and again, by the clock of Tokyo. */
export type Schedule = { readonly hour: number } & (
  | { readonly every: 'day' }
  /** 0 is Sunday. */
  | { readonly every: 'week'; readonly weekday: number }
  /** A day that a month does not have is its last. */
  | { readonly every: 'month'; readonly dayOfMonth: number }
);

const HOUR_MS = 3_600_000;
const TOKYO_MS = 9 * HOUR_MS;
const DAY_MS = 24 * HOUR_MS;

/** Days of a month. @param month counted from year 0 */
const lastOf = (month: number): number =>
  new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).getUTCDate();

/** The Tokyo days, as UTC midnights of the same name, on which it may be due from a day on. */
function* candidates(schedule: Schedule, from: number): Generator<number> {
  if (schedule.every === 'month') {
    const start = new Date(from);
    for (let month = start.getUTCFullYear() * 12 + start.getUTCMonth(); ; month += 1) {
      yield Date.UTC(Math.floor(month / 12), month % 12, Math.min(schedule.dayOfMonth, lastOf(month)));
    }
  }
  for (let day = from; ; day += DAY_MS)
    if (schedule.every === 'day' || new Date(day).getUTCDay() === schedule.weekday) yield day;
}

/** The first time after an instant at which it is due, both as epoch milliseconds. */
export function nextDue(schedule: Schedule, after: number): number {
  const tokyo = after + TOKYO_MS;
  for (const day of candidates(schedule, tokyo - (tokyo % DAY_MS))) {
    const due = day + schedule.hour * HOUR_MS - TOKYO_MS;
    if (due > after) return due;
  }
  throw new Error('A schedule comes to no end');
}

/** The last time up to an instant at which it was due. @param known one of its times, not after the instant */
export function lastDue(schedule: Schedule, known: number, upTo: number): number {
  let last = known;
  for (let next = nextDue(schedule, last); next <= upTo; next = nextDue(schedule, last)) last = next;
  return last;
}
