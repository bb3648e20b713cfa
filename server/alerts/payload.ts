import type { Day } from '../../shared/domain/calendar';
import { isRecord } from '../../shared/records';

/** Payload of an alert delivery. */
export interface AlertPayload {
  readonly day: Day;
  /** A mail address, or the URL of a webhook. */
  readonly to: string;
}

/** Parses the payload of a delivery; null if it is not an alert's. */
export function payloadIn(text: string | null): AlertPayload | null {
  const given: unknown = JSON.parse(text ?? 'null');
  return isRecord(given) && typeof given.day === 'number' && typeof given.to === 'string'
    ? { day: given.day, to: given.to }
    : null;
}
