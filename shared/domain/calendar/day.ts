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
export const dayOf = (instant: number): Day =>
  dayFromNumber(Math.floor((instant + TOKYO_OFFSET_MS) / DAY_MS));

/** Returns the instant at which a Tokyo day begins. */
export const startOfDay = (day: Day): number => dayNumber(day) * DAY_MS - TOKYO_OFFSET_MS;

/** Returns the last millisecond of a Tokyo day. */
export const endOfDay = (day: Day): number => startOfDay(day) + DAY_MS - 1;

/** Returns the day `days` later (earlier if negative). */
export const addDays = (day: Day, days: number): Day => dayFromNumber(dayNumber(day) + days);

/** Counts the days of an inclusive range: 1 for one day. */
export const countDays = (from: Day, to: Day): number => dayNumber(to) - dayNumber(from) + 1;

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
export const monthOf = (day: Day): Month => Math.floor(day / 100);

/** Returns the month `months` later (earlier if negative). */
export function addMonths(month: Month, months: number): Month {
  const index = Math.floor(month / 100) * 12 + (month % 100) - 1 + months;
  return Math.floor(index / 12) * 100 + (index % 12) + 1;
}

/** Returns the first day of a month. */
export const firstDayOfMonth = (month: Month): Day => month * 100 + 1;

/** Returns the last day of a month. */
export const lastDayOfMonth = (month: Month): Day => addDays(firstDayOfMonth(addMonths(month, 1)), -1);

/** The weekday that weeks begin with. */
export const WeekStart = { SUNDAY: 0, MONDAY: 1 } as const;
export type WeekStart = (typeof WeekStart)[keyof typeof WeekStart];

/** Returns the first day of the week that contains a day. */
export const startOfWeek = (day: Day, weekStart: WeekStart): Day =>
  addDays(day, -((weekday(day) - weekStart + DAYS_A_WEEK) % DAYS_A_WEEK));

const two = (value: number): string => String(value).padStart(2, '0');

/** Formats an instant as `yyyy/MM/dd HH:mm:ss` in Tokyo time. */
export function formatDateTime(instant: number): string {
  const day = dayOf(instant);
  const seconds = Math.floor((instant - startOfDay(day)) / 1000);
  const time = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':');
  return `${formatDay(day)} ${time}`;
}

/** Formats a day as `yyyy/MM/dd`. */
export function formatDay(day: Day): string {
  const text = String(day).padStart(8, '0');
  return `${text.slice(0, 4)}/${text.slice(4, 6)}/${text.slice(6)}`;
}

/** Parses `yyyy/MM/dd` or `yyyy-MM-dd`. Returns null for anything else, including days that don't exist. */
export function parseDay(text: string): Day | null {
  const match = /^(\d{4})([/-])(\d{2})\2(\d{2})$/.exec(text.trim());
  if (!match) return null;
  const [, year = '', , month = '', date = ''] = match;
  const day = Number(year + month + date);
  return isDay(day) ? day : null;
}

const DATE_TIME =
  /^(\d{4})([/-])(\d{2})\2(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*(Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?)?$/i;

/**
 * Parses an instant: ISO 8601 or `yyyy/MM/dd HH:mm:ss`, truncated to milliseconds. Without an offset it is
 * Tokyo time, without a time the start of the day. Returns null for anything else.
 */
export function parseDateTime(text: string): number | null {
  const match = DATE_TIME.exec(text.trim());
  if (!match) return null;
  const [
    ,
    year = '',
    ,
    month = '',
    date = '',
    hour = '0',
    minute = '0',
    second = '0',
    fraction = '',
    offset,
  ] = match;
  const day = Number(year + month + date);
  const ofDay =
    (Number(hour) * 60 + Number(minute)) * 60_000 +
    Number(second) * 1000 +
    Number(fraction.slice(0, 3).padEnd(3, '0'));
  if (!isDay(day) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const tokyo = startOfDay(day) + ofDay;
  return offset === undefined ? tokyo : tokyo + (TOKYO_MINUTES - offsetMinutes(offset)) * 60_000;
}

const TOKYO_MINUTES = 9 * 60;

function offsetMinutes(offset: string): number {
  if (offset.toUpperCase() === 'Z') return 0;
  const sign = offset.startsWith('-') ? -1 : 1;
  const digits = offset.slice(1).replace(':', '');
  return sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2) || 0));
}
