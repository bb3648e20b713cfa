import type { RefusedInput, SpoolEntry } from './spool-entry';
import { bytesAsText } from './spool-line';

/** A line of the log that is no entry: a disk or a power cut damaged it. */
export function unreadableLine(bytes: Buffer, storedAt: number): RefusedInput {
  const reason = 'a line of the event log is damaged';
  return { productId: null, door: 'redirect', reason, text: bytesAsText(bytes), ip: null, storedAt, damaged: true };
}

/** What is kept of an entry that the database refuses for itself. */
export function refusalOf(entry: SpoolEntry, error: unknown, storedAt: number): RefusedInput {
  if (entry.kind === 'refused') return entry.refused;
  const { event } = entry;
  const door = event.door === 'redirect' ? 'redirect' : 'collect';
  const reason = `not storable: ${error instanceof Error ? error.message : String(error)}`;
  return { productId: event.productId, door, reason, text: JSON.stringify(event), ip: event.ip, storedAt, damaged: true };
}

/** The same in a form that no column refuses. */
export const withoutContent = (refused: RefusedInput): RefusedInput => ({
  productId: null,
  door: refused.door,
  reason: 'not storable',
  text: `base64:${Buffer.from(JSON.stringify(refused)).toString('base64')}`,
  ip: null,
  storedAt: refused.storedAt,
  damaged: true,
});
