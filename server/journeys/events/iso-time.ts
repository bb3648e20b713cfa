import { parseDateTime } from '../../../shared/domain/calendar';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d\S*$/;

/**
 * Epoch milliseconds of an ISO 8601 date-time with `T`, which event lines are told to use: seconds and fraction may be
 * left out. Undefined for anything else, the other forms of `parseDateTime` included.
 */
export const parseIsoTime = (text: string): number | undefined =>
  ISO.test(text) ? (parseDateTime(text) ?? undefined) : undefined;
