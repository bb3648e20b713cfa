import { addDays, startOfDay } from '../../../../shared/domain/calendar';
import { formatDateTime, formatDay, parseDateTime, parseDay } from '../tokyo-date';

/** A typed time as an address has it, `yyyy-MM-dd` or `yyyy-MM-ddTHH:mm:ss`, in Tokyo; null for what is none. */
export function jumpText(typed: string): string | null {
  const text = typed.normalize('NFKC').trim();
  const day = parseDay(text);
  if (day === null && parseDateTime(text) === null) return null;
  return text.replaceAll('/', '-').replace(/\s+/, 'T');
}

/**
 * The instant at which a page begins that shows rows from a time on. Newest first, a day begins with its last moment,
 * so that its own rows are seen.
 */
export function jumpInstant(address: string, ascending: boolean): number | null {
  const day = parseDay(address);
  if (day !== null) return ascending ? startOfDay(day) : startOfDay(addDays(day, 1)) - 1;
  return parseDateTime(address);
}

/** A time of an address as people write it. */
export function jumpWords(address: string): string {
  const day = parseDay(address);
  if (day !== null) return formatDay(day);
  const instant = parseDateTime(address);
  return instant === null ? address : formatDateTime(new Date(instant).toISOString());
}
