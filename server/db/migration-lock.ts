import type { DataSource } from 'typeorm';
import { isDuplicateKey } from './transient-error';

/** Time after which the lock of a dead process expires. */
const ABANDONED_MS = 10 * 60_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Serializes the migrations of processes that start together. A row serves as the lock: clusters have no
 * reliable GET_LOCK, and DDL ends a transaction on MariaDB.
 */
export async function withMigrationLock<T>(source: DataSource, work: () => Promise<T>): Promise<T> {
  await source.query(
    'CREATE TABLE IF NOT EXISTS migration_turn (id INTEGER PRIMARY KEY, since BIGINT NOT NULL)',
  );
  for (;;) {
    try {
      await source.query('INSERT INTO migration_turn (id, since) VALUES (1, ?)', [Date.now()]);
      break;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      await source.query('DELETE FROM migration_turn WHERE id = 1 AND since < ?', [
        Date.now() - ABANDONED_MS,
      ]);
      await pause(200);
    }
  }
  try {
    return await work();
  } finally {
    await source.query('DELETE FROM migration_turn WHERE id = 1');
  }
}
