/**
 * Tokyo days. Japan has no daylight saving: Tokyo is always UTC+9, so days are plain arithmetic.
 * A day is an integer yyyymmdd, a month yyyymm, an instant epoch milliseconds (UTC).
 */
export type Day = number;
export type Month = number;

const DAY_MS = 86_400_000;
const TOKYO_OFFSET_MS = 9 * 3_600_000;

/** The number of days from 1970-01-01 to a day; days count on evenly. */
export function dayNumber(day: Day): number {
  const year = Math.floor(day / 10_000);
  const month = Math.floor(day / 100) % 100;
  return Math.round(Date.UTC(year, month - 1, day % 100) / DAY_MS);
}

/** The day with a number of days since 1970-01-01. */
export function dayFromNumber(number: number): Day {
  const date = new Date(number * DAY_MS);
  return date.getUTCFullYear() * 10_000 + (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
}

/** The Tokyo day of an instant. */
export function dayOf(instant: number): Day {
  return dayFromNumber(Math.floor((instant + TOKYO_OFFSET_MS) / DAY_MS));
}

/** The instant at which a Tokyo day begins. */
export function startOfDay(day: Day): number {
  return dayNumber(day) * DAY_MS - TOKYO_OFFSET_MS;
}

/** The last millisecond of a Tokyo day. */
export function endOfDay(day: Day): number {
  return startOfDay(day) + DAY_MS - 1;
}

/** The day `days` later (earlier when negative). */
export function addDays(day: Day, days: number): Day {
  return dayFromNumber(dayNumber(day) + days);
}

/** The number of days of the inclusive range: 1 for one day. */
export function countDays(from: Day, to: Day): number {
  return dayNumber(to) - dayNumber(from) + 1;
}

export const DAYS_A_WEEK = 7;

/** Weekday of a day: 0 Sunday ... 6 Saturday. */
export function weekday(day: Day): number {
  // 1970-01-01 was a Thursday.
  return (((dayNumber(day) + 4) % DAYS_A_WEEK) + DAYS_A_WEEK) % DAYS_A_WEEK;
}

/** Whether the integer is a day of the calendar (20260229 is none). */
export function isDay(value: number): boolean {
  return (
    Number.isInteger(value) &&
    value >= 10_000_101 &&
    value <= 99_991_231 &&
    dayFromNumber(dayNumber(value)) === value
  );
}

/** The month of a day. */
export function monthOf(day: Day): Month {
  return Math.floor(day / 100);
}

/** The month `months` later (earlier when negative). */
export function addMonths(month: Month, months: number): Month {
  const index = Math.floor(month / 100) * 12 + (month % 100) - 1 + months;
  return Math.floor(index / 12) * 100 + (index % 12) + 1;
}

/** The first day of a month. */
export function firstDayOfMonth(month: Month): Day {
  return month * 100 + 1;
}

/** The last day of a month. */
export function lastDayOfMonth(month: Month): Day {
  return addDays(firstDayOfMonth(addMonths(month, 1)), -1);
}

/** The weekday that weeks begin with. */
export const WeekStart = { SUNDAY: 0, MONDAY: 1 } as const;
export type WeekStart = (typeof WeekStart)[keyof typeof WeekStart];

/** The first day of the week that a day stands in. */
export function startOfWeek(day: Day, weekStart: WeekStart): Day {
  return addDays(day, -((weekday(day) - weekStart + DAYS_A_WEEK) % DAYS_A_WEEK));
}
