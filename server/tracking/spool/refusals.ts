import type { RefusedInput, SpoolEntry } from './spool-entry';
import { bytesAsText } from './spool-line';

/** So many bytes fit the table's column as Base64. */
const PART_BYTES = 48_000;

/** Bytes as refused inputs: one, or as many as it takes to keep all of them. */
function inParts(about: Omit<RefusedInput, 'text' | 'damaged'>, bytes: Buffer): RefusedInput[] {
  const count = Math.ceil(bytes.length / PART_BYTES);
  return Array.from({ length: count }, (_, i) => ({
    ...about,
    reason: count === 1 ? about.reason : `part ${i + 1} of ${count}: ${about.reason}`,
    text: bytesAsText(bytes.subarray(i * PART_BYTES, (i + 1) * PART_BYTES)),
    damaged: true,
  }));
}

/** A line of the log that is no entry: a disk or a power cut damaged it. */
export function unreadableLine(bytes: Buffer, storedAt: number): RefusedInput[] {
  return inParts(
    { productId: null, door: 'redirect', reason: 'a line of the event log is damaged', ip: null, storedAt },
    bytes,
  );
}

/** What is kept of an entry that the database refuses for itself. */
export function refusalOf(entry: SpoolEntry, error: unknown, storedAt: number): RefusedInput[] {
  if (entry.kind === 'refused') return [entry.refused];
  const { event } = entry;
  const door = event.door === 'redirect' ? 'redirect' : 'collect';
  const reason = `not storable: ${error instanceof Error ? error.message : String(error)}`;
  return inParts(
    { productId: event.productId, door, reason, ip: event.ip, storedAt },
    Buffer.from(JSON.stringify(event)),
  );
}

/** The same in a form that no column refuses. */
export function withoutContent(refused: readonly RefusedInput[], storedAt: number): RefusedInput[] {
  const bytes = Buffer.from(`base64:${Buffer.from(JSON.stringify(refused)).toString('base64')}`);
  return inParts({ productId: null, door: 'redirect', reason: 'not storable', ip: null, storedAt }, bytes);
}
