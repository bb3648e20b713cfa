import { insertRows, type Database, type Tx } from '../../db/database';
import { ingest } from '../../journeys';
import { storeRejected } from '../store/rejected-events';
import { blameOf } from '../store/fault';
import type { PendingBatch } from '../store/pending-batch';
import type { Blame, SpoolSink } from './drainer';
import type { SpoolPosition } from './segment-files';
import type { RejectedInput, SpoolEntry } from './spool-entry';

/**
 * Stores spool entries and the spool offset in one transaction, so a crash neither loses nor repeats entries.
 */
export class DatabaseSink implements SpoolSink {
  constructor(
    private readonly db: Database,
    private readonly spoolId: string,
    private readonly now: () => number,
  ) {}

  async position(): Promise<SpoolPosition | undefined> {
    const [row] = await this.db.read<{ segment: string; position: number }>(
      'SELECT segment, position FROM spool_offset WHERE spool_id = ?',
      [this.spoolId],
    );
    return row && { segment: Number(row.segment), offset: Number(row.position) };
  }

  async store(entries: readonly SpoolEntry[], next: SpoolPosition): Promise<void> {
    const batch = this.batch(entries, next);
    await this.db.write(async (tx) => batch.finish(tx, await ingest(tx, batch.events)));
  }

  batch(entries: readonly SpoolEntry[], next: SpoolPosition): PendingBatch {
    const events = entries.flatMap((entry) => (entry.kind === 'event' ? entry.event : []));
    const refused = entries.flatMap((entry) => (entry.kind === 'refused' ? entry.refused : []));
    return {
      events,
      finish: async (tx, outcomes) => {
        const late = events.flatMap((event, i): RejectedInput[] => {
          const outcome = outcomes[i];
          if (outcome?.status !== 'rejected') return [];
          const door = event.door === 'redirect' ? 'redirect' : 'collect';
          const text = JSON.stringify(event);
          return [
            {
              productId: event.productId,
              door,
              reason: outcome.reason,
              text,
              ip: event.ip,
              storedAt: this.now(),
            },
          ];
        });
        await storeRejected(tx, [...refused, ...late]);
        await this.moveOffset(tx, next);
      },
    };
  }

  async forget(): Promise<void> {
    await this.db.write((tx) => tx.execute('DELETE FROM spool_offset WHERE spool_id = ?', [this.spoolId]));
  }

  blame(error: unknown): Blame {
    return blameOf(error);
  }

  private async moveOffset(tx: Tx, next: SpoolPosition): Promise<void> {
    const values = [String(next.segment), next.offset];
    const moved = await tx.execute('UPDATE spool_offset SET segment = ?, position = ? WHERE spool_id = ?', [
      ...values,
      this.spoolId,
    ]);
    if (moved === 0)
      await insertRows(tx, 'spool_offset', ['spool_id', 'segment', 'position'], [[this.spoolId, ...values]]);
  }
}
