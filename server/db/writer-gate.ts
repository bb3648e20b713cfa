import type { DataSource } from 'typeorm';
import type { Tx } from './database';
import { stopFormerWorkers } from './migrations/0013-writer-gate';
import { DatabaseAwayError } from './transient-error';

/**
 * Number of the last migration that older writers must not write beside. Raise it with a migration that adds a
 * derived table or column, or changes what events store.
 */
export const WRITER_VERSION = 34;

/** Thrown before a write of events or background work if a newer version has changed the schema. */
export class OutdatedWriterError extends DatabaseAwayError {
  constructor(lowest: number) {
    super(
      `This version no longer writes events and derived data: the database needs writer version ${lowest}, this is ${WRITER_VERSION}. Upgrade this process`,
    );
    this.name = 'OutdatedWriterError';
  }
}

/** SQL of the lowest version that may write. */
export const LOWEST_WRITER = '(SELECT lowest FROM writer_gate WHERE id = 1)';

/** @throws OutdatedWriterError if this version may not write */
export function requireWriter(lowest: number): void {
  if (lowest > WRITER_VERSION) throw new OutdatedWriterError(lowest);
}

/**
 * Keeps the gate until the transaction ends.
 * @throws OutdatedWriterError if this version may not write
 */
export async function passGate(tx: Tx): Promise<void> {
  const lock = tx.needsLocks ? ' LOCK IN SHARE MODE' : '';
  const [gate] = await tx.query<{ lowest: number }>(`SELECT lowest FROM writer_gate WHERE id = 1${lock}`);
  requireWriter(gate?.lowest ?? 0);
}

/** Ends the leases of older writers, which fails their transactions in progress, and lets them take no others. */
async function stopOlderWriters(source: DataSource): Promise<void> {
  const runner = source.createQueryRunner();
  try {
    // The first start creates these tables.
    if (!(await runner.hasTable('lease')) || !(await runner.hasTable('product'))) return;
    if (!(await runner.hasTable('writer_gate'))) return await stopFormerWorkers(runner);
    await runner.startTransaction();
    const raised = await runner.query(
      'UPDATE writer_gate SET lowest = ? WHERE id = 1 AND lowest < ?',
      [WRITER_VERSION, WRITER_VERSION],
      true,
    );
    if (raised.affected)
      await runner.query("UPDATE lease SET owner = '', expires_at = 0 WHERE name LIKE '%/%'");
    await runner.commitTransaction();
  } finally {
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    await runner.release();
  }
}

/** Stops older writers, then migrates the schema: only this version processes what the migrations mark. */
export async function upgradeSchema(source: DataSource): Promise<void> {
  await stopOlderWriters(source);
  await source.runMigrations({ transaction: 'each' });
  // Migration 0013 adds the gate of its own version.
  await stopOlderWriters(source);
}
