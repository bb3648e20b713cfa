import type { Day } from '../../shared/domain/calendar';
import { isRecord } from '../../shared/records';

/** What a delivery of an alert is of, and to whom it goes. */
export interface AlertPayload {
  readonly day: Day;
  /** An address of mail, or of a webhook. */
  readonly to: string;
}

/** Reads what was stored with a delivery; null where it is no alert's. */
export function payloadIn(text: string | null): AlertPayload | null {
  const given: unknown = JSON.parse(text ?? 'null');
  return isRecord(given) && typeof given.day === 'number' && typeof given.to === 'string'
    ? { day: given.day, to: given.to }
    : null;
}
