import { addDays, startOfDay } from '../../../../shared/domain/calendar';
import { formatDateTime, formatDay, parseDateTime, parseDay } from '../tokyo-date';

/**
 * Converts typed text to the address format `yyyy-MM-dd` or `yyyy-MM-ddTHH:mm:ss`, in Tokyo time; null if it
 * is not a time.
 */
export function parseJumpText(typed: string): string | null {
  const text = typed.normalize('NFKC').trim();
  const day = parseDay(text);
  if (day === null && parseDateTime(text) === null) return null;
  return text.replaceAll('/', '-').replace(/\s+/, 'T');
}

/**
 * Returns the instant at which a page of rows starts. With newest first, a day starts at its last moment, so
 * that its own rows are visible.
 */
export function jumpInstant(address: string, ascending: boolean): number | null {
  const day = parseDay(address);
  if (day !== null) return ascending ? startOfDay(day) : startOfDay(addDays(day, 1)) - 1;
  return parseDateTime(address);
}

/** Formats a time of the address for people. */
export function formatJumpTime(address: string): string {
  const day = parseDay(address);
  if (day !== null) return formatDay(day);
  const instant = parseDateTime(address);
  return instant === null ? address : formatDateTime(new Date(instant).toISOString());
}
