import type { Database } from '../db/database';
import type { Lease } from './lease';

/** Work that arrives in a queue table and that one process at a time does. */
export interface Job {
  /** Also the name of its lease. */
  readonly name: string;
  /** How long the queue is left alone when it was found empty. */
  readonly everyMs: number;
  /** Id of the newest waiting entry; 0 when there is none. */
  newest(db: Database): Promise<number>;
  /** Whether an entry up to this id still waits. */
  waits(db: Database, upTo: number): Promise<boolean>;
  /**
   * Does some of the waiting work in one transaction and removes it from the queue.
   * @param size how much at once: small ones let others write in between.
   */
  step(db: Database, lease: Lease, size: StepSize): Promise<void>;
}

/** `live`: beside requests, short transactions; `bulk`: a command that wants to be done. */
export type StepSize = 'live' | 'bulk';

/** The queries on a queue table that all jobs share. */
export function queueOf(table: 'stale_visitor' | 'stale_day'): Pick<Job, 'newest' | 'waits'> {
  return {
    async newest(db) {
      const [row] = await db.read<{ id: number | null }>(`SELECT MAX(id) AS id FROM ${table}`);
      return row?.id ?? 0;
    },
    async waits(db, upTo) {
      const rows = await db.read(`SELECT id FROM ${table} WHERE id <= ? LIMIT 1`, [upTo]);
      return rows.length > 0;
    },
  };
}
