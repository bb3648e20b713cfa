import { select } from '../../db/statements';
import { insertRows, type Database, type Tx } from '../../db/database';
import { ingest, waits, type IncomingEvent, type Outcome, type ResultOptions } from '../../journeys';
import { blameOf } from '../ingest-queue';
import { keepWaiting, newRejected, storeRejected } from '../unstored-events';
import { bytesAsText, type RejectedInput, type SpoolEntry } from './spool-line';
import type { Blame, SpoolSink } from './drainer';
import type { SpoolPosition } from './segment-reader';

/** Largest part whose Base64 form fits the column. */
const PART_BYTES = 48_000;

/** Longest time between two signs of life of a collector; without one for `SILENT_MS`, nobody waits for it. */
const SIGN_OF_LIFE_MS = 30_000;

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

/** Returns the endpoint that wrote an event to the log. */
const doorOf = ({ door }: IncomingEvent): RejectedInput['door'] =>
  door === 'redirect' || door === 'postback' || door === 's2s' ? door : 'collect';

/** Creates rejected events for an entry that the database does not accept. */
export function rejectionOf(entry: SpoolEntry, error: unknown, storedAt: number): RejectedInput[] {
  if (entry.kind === 'refused') return [entry.refused];
  const { event } = entry;
  const door = doorOf(event);
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

/**
 * Stores entries of the event log and returns the outcomes of its events. Entries that are stored already are
 * left out: a restored database knows an earlier offset, and a replay reads all lines again.
 */
export async function storeEntries(
  tx: Tx,
  entries: readonly SpoolEntry[],
  now: number,
  options: ResultOptions = {},
): Promise<Outcome[]> {
  const events = entries.flatMap((entry) => (entry.kind === 'event' ? entry.event : []));
  const refused = entries.flatMap((entry) => (entry.kind === 'refused' ? entry.refused : []));
  const outcomes = await ingest(tx, events, { ...options, mayWait: true });
  const late = events.flatMap((event, i): RejectedInput[] => {
    const outcome = outcomes[i];
    if (outcome?.status !== 'rejected') return [];
    const { productId, ip, time: storedAt } = event;
    const text = JSON.stringify(event);
    return [{ productId, door: doorOf(event), reason: outcome.reason, text, ip, storedAt }];
  });
  await storeRejected(tx, await newRejected(tx, [...refused, ...late]));
  const waiting = events.filter((_, index) => waits(outcomes[index]));
  await keepWaiting(
    tx,
    waiting.map((event) => ({ event, text: JSON.stringify(event), door: doorOf(event) })),
    now,
  );
  return outcomes;
}

/**
 * Stores spool entries and the spool offset in one transaction, so a crash neither loses nor repeats entries.
 */
export class DatabaseSink implements SpoolSink {
  private reportedAt = -Infinity;

  constructor(
    private readonly db: Database,
    private readonly spoolId: string,
    private readonly now: () => number,
  ) {}

  async position(): Promise<SpoolPosition | undefined> {
    const [row] = await select<{ segment: string; position: number }>(this.db)`SELECT segment, position
      FROM spool_offset WHERE spool_id = ${this.spoolId}`;
    return row && { segment: Number(row.segment), offset: Number(row.position) };
  }

  async store(entries: readonly SpoolEntry[], next: SpoolPosition): Promise<void> {
    await this.db.write(async (tx) => {
      await storeEntries(tx, entries, this.now());
      await this.moveOffset(tx, next);
    });
  }

  async forget(): Promise<void> {
    await this.db.write((tx) => tx.execute('DELETE FROM spool_offset WHERE spool_id = ?', [this.spoolId]));
  }

  async report(at: SpoolPosition, drainedUntil: number): Promise<void> {
    const now = Date.now();
    const [due] = await this.db.read('SELECT 1 AS one FROM result_due LIMIT 1');
    if (!due && drainedUntil > 0 && now - this.reportedAt < SIGN_OF_LIFE_MS) return;
    await this.db.write(async (tx) => {
      const values = [drainedUntil, drainedUntil === 0 ? 0 : now];
      const known = await tx.execute(
        'UPDATE spool_offset SET drained_until = ?, alive_at = ? WHERE spool_id = ?',
        [...values, this.spoolId],
      );
      if (known === 0) await this.insertOffset(tx, at, values);
    });
    this.reportedAt = now;
  }

  blame(error: unknown): Blame {
    return blameOf(error);
  }

  private async moveOffset(tx: Tx, next: SpoolPosition): Promise<void> {
    const moved = await tx.execute('UPDATE spool_offset SET segment = ?, position = ? WHERE spool_id = ?', [
      String(next.segment),
      next.offset,
      this.spoolId,
    ]);
    if (moved === 0) await this.insertOffset(tx, next, [0, Date.now()]);
  }

  private async insertOffset(
    tx: Tx,
    { segment, offset }: SpoolPosition,
    progress: readonly number[],
  ): Promise<void> {
    const columns = ['spool_id', 'segment', 'position', 'drained_until', 'alive_at'];
    await insertRows(tx, 'spool_offset', columns, [[this.spoolId, String(segment), offset, ...progress]]);
  }
}
