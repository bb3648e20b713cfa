const DAY_PART = String.raw`(\d{4})-(\d\d)-(\d\d)`;
const CLOCK_PART = String.raw`(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?`;
const EXTENDED = new RegExp(`^${DAY_PART}T${CLOCK_PART}(Z|[+-]\\d\\d(?::?\\d\\d)?)?$`);
const TOKYO_MINUTES = 9 * 60;

/** Minutes east of UTC, or undefined when the offset is out of range. */
function offsetMinutes(zone: string | undefined): number | undefined {
  if (zone === undefined) return TOKYO_MINUTES;
  if (zone === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', '') || 0);
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

/**
 * Epoch milliseconds of an ISO 8601 date-time with `T`: seconds and fraction may be left out,
 * finer fractions are cut to milliseconds, no offset means Tokyo. Undefined when the text is
 * anything else, a day that no calendar has included.
 */
export function parseIsoTime(text: string): number | undefined {
  const match = EXTENDED.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second = '0', fraction = '', zone] = match;
  const east = offsetMinutes(zone);
  if (east === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const midnight = new Date(0);
  midnight.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (midnight.getUTCMonth() !== Number(month) - 1 || midnight.getUTCDate() !== Number(day)) return undefined;
  const minutes = Number(hour) * 60 + Number(minute) - east;
  const millis = Number(fraction.slice(0, 3).padEnd(3, '0'));
  return midnight.getTime() + minutes * 60_000 + Number(second) * 1000 + millis;
}
