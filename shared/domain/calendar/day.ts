/**
 * Tokyo days. Japan has no daylight saving: Tokyo is always UTC+9, so days are plain arithmetic. A day is an
 * integer yyyymmdd, a month yyyymm, an instant epoch milliseconds (UTC).
 */
export type Day = number;
export type Month = number;

const DAY_MS = 86_400_000;
const TOKYO_OFFSET_MS = 9 * 3_600_000;

/** Returns the number of days from 1970-01-01 to a day. */
export function dayNumber(day: Day): number {
  const year = Math.floor(day / 10_000);
  const month = Math.floor(day / 100) % 100;
  return Math.round(Date.UTC(year, month - 1, day % 100) / DAY_MS);
}

/** Returns the day that many days after 1970-01-01. */
export function dayFromNumber(number: number): Day {
  const date = new Date(number * DAY_MS);
  return date.getUTCFullYear() * 10_000 + (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
}

/** Returns the Tokyo day of an instant. */
export function dayOf(instant: number): Day {
  return dayFromNumber(Math.floor((instant + TOKYO_OFFSET_MS) / DAY_MS));
}

/** Returns the instant at which a Tokyo day begins. */
export function startOfDay(day: Day): number {
  return dayNumber(day) * DAY_MS - TOKYO_OFFSET_MS;
}

/** Returns the last millisecond of a Tokyo day. */
export function endOfDay(day: Day): number {
  return startOfDay(day) + DAY_MS - 1;
}

/** Returns the day `days` later (earlier if negative). */
export function addDays(day: Day, days: number): Day {
  return dayFromNumber(dayNumber(day) + days);
}

/** Counts the days of an inclusive range: 1 for one day. */
export function countDays(from: Day, to: Day): number {
  return dayNumber(to) - dayNumber(from) + 1;
}

export const DAYS_A_WEEK = 7;

/** Returns the weekday of a day: 0 Sunday ... 6 Saturday. */
export function weekday(day: Day): number {
  // 1970-01-01 was a Thursday.
  return (((dayNumber(day) + 4) % DAYS_A_WEEK) + DAYS_A_WEEK) % DAYS_A_WEEK;
}

/** Returns whether an integer is a day of the calendar (20260229 is not). */
export function isDay(value: number): boolean {
  return (
    Number.isInteger(value) &&
    value >= 10_000_101 &&
    value <= 99_991_231 &&
    dayFromNumber(dayNumber(value)) === value
  );
}

/** Returns the month of a day. */
export function monthOf(day: Day): Month {
  return Math.floor(day / 100);
}

/** Returns the month `months` later (earlier if negative). */
export function addMonths(month: Month, months: number): Month {
  const index = Math.floor(month / 100) * 12 + (month % 100) - 1 + months;
  return Math.floor(index / 12) * 100 + (index % 12) + 1;
}

/** Returns the first day of a month. */
export function firstDayOfMonth(month: Month): Day {
  return month * 100 + 1;
}

/** Returns the last day of a month. */
export function lastDayOfMonth(month: Month): Day {
  return addDays(firstDayOfMonth(addMonths(month, 1)), -1);
}

/** The weekday that weeks begin with. */
export const WeekStart = { SUNDAY: 0, MONDAY: 1 } as const;
export type WeekStart = (typeof WeekStart)[keyof typeof WeekStart];

/** Returns the first day of the week that contains a day. */
export function startOfWeek(day: Day, weekStart: WeekStart): Day {
  return addDays(day, -((weekday(day) - weekStart + DAYS_A_WEEK) % DAYS_A_WEEK));
}
