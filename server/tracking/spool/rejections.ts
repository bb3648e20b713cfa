import type { RejectedInput, SpoolEntry } from './spool-entry';
import { bytesAsText } from './spool-line';

/** Largest part whose Base64 form fits the column. */
const PART_BYTES = 48_000;

/** Turns bytes into one rejected event, or several if they exceed the column. */
function inParts(about: Omit<RejectedInput, 'text' | 'damaged'>, bytes: Buffer): RejectedInput[] {
  const count = Math.ceil(bytes.length / PART_BYTES);
  return Array.from({ length: count }, (_, i) => ({
    ...about,
    reason: count === 1 ? about.reason : `part ${i + 1} of ${count}: ${about.reason}`,
    text: bytesAsText(bytes.subarray(i * PART_BYTES, (i + 1) * PART_BYTES)),
    damaged: true,
  }));
}

/** Creates rejected events for a damaged line, for example after a power cut. */
export function unreadableLine(bytes: Buffer, storedAt: number): RejectedInput[] {
  return inParts(
    { productId: null, door: 'redirect', reason: 'a line of the event log is damaged', ip: null, storedAt },
    bytes,
  );
}

/** Creates rejected events for an entry that the database does not accept. */
export function rejectionOf(entry: SpoolEntry, error: unknown, storedAt: number): RejectedInput[] {
  if (entry.kind === 'refused') return [entry.refused];
  const { event } = entry;
  const door = event.door === 'redirect' ? 'redirect' : 'collect';
  const reason = `not storable: ${error instanceof Error ? error.message : String(error)}`;
  return inParts(
    { productId: event.productId, door, reason, ip: event.ip, storedAt },
    Buffer.from(JSON.stringify(event)),
  );
}

/** Encodes rejected events as Base64, which every column accepts. */
export function withoutContent(refused: readonly RejectedInput[], storedAt: number): RejectedInput[] {
  const bytes = Buffer.from(`base64:${Buffer.from(JSON.stringify(refused)).toString('base64')}`);
  return inParts({ productId: null, door: 'redirect', reason: 'not storable', ip: null, storedAt }, bytes);
}
