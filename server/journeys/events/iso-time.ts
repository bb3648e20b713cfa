import { parseDateTime } from '../../../shared/domain/calendar';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d\S*$/;

/**
 * Parses an ISO 8601 date-time with `T`, the format of event lines, to epoch milliseconds. Seconds and
 * fraction are optional. Undefined for anything else, including the other formats of `parseDateTime`.
 */
export const parseIsoTime = (text: string): number | undefined =>
  ISO.test(text) ? (parseDateTime(text) ?? undefined) : undefined;
