import { dayOf, isDay, startOfDay, type Day } from './day';

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
