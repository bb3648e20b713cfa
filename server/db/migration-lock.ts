import type { DataSource } from 'typeorm';
import { lockFile } from './file-lock';
import { isDuplicateKey } from './transient-error';

/** Reports every few seconds that another process migrates, and for how long this one has waited. */
export type OnWait = (waitedMs: number) => void;

interface MigrationLock {
  release(): void | Promise<void>;
}

const POLL_MS = 200;
const REPORT_MS = 3000;
/** A holder on MariaDB that renews nothing for this long is gone. */
const ABANDONED_MS = 10_000;
const RENEWALS = 5;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Returns a function that tries to take a row as the lock: clusters have no reliable GET_LOCK, and DDL ends a
 * transaction on MariaDB. The holder renews the row. Waiting processes compare it with what they saw before,
 * not with a clock.
 */
function rowLock(source: DataSource, abandonedMs: number): () => Promise<MigrationLock | undefined> {
  const replace = async (to: number, from: number): Promise<boolean> => {
    const result: { affectedRows: number } = await source.query(
      'UPDATE migration_turn SET since = ? WHERE id = 1 AND since = ?',
      [to, from],
    );
    return result.affectedRows > 0;
  };
  const insert = (since: number): Promise<boolean> =>
    source.query('INSERT INTO migration_turn (id, since) VALUES (1, ?)', [since]).then(
      () => true,
      (error: unknown) => {
        if (isDuplicateKey(error)) return false;
        throw error;
      },
    );
  const hold = (since: number): MigrationLock => {
    let renewed = Promise.resolve();
    const renew = async (): Promise<void> => {
      const next = Math.max(Date.now(), since + 1);
      if (await replace(next, since)) since = next;
    };
    const timer = setInterval(
      () => (renewed = renewed.then(renew).catch(() => undefined)),
      abandonedMs / RENEWALS,
    );
    return {
      async release() {
        clearInterval(timer);
        await renewed;
        await source.query('DELETE FROM migration_turn WHERE id = 1 AND since = ?', [since]);
      },
    };
  };
  let seen: { readonly since: number; readonly at: number } | undefined;
  return async () => {
    const now = Date.now();
    if (await insert(now)) return hold(now);
    const [holder]: { since: number }[] = await source.query('SELECT since FROM migration_turn WHERE id = 1');
    if (!holder) return undefined;
    if (seen?.since !== holder.since) seen = { since: holder.since, at: performance.now() };
    const isAbandoned = performance.now() - seen.at > abandonedMs;
    return isAbandoned && (await replace(now, holder.since)) ? hold(now) : undefined;
  };
}

/**
 * Runs the migrations of processes that start together one after the other. If the holder dies, the embedded
 * database's lock is free at once, because it is the operating system's; MariaDB's is free after ten seconds.
 * @param file the embedded database; undefined for MariaDB
 */
export async function withMigrationLock<T>(
  source: DataSource,
  file: string | undefined,
  work: () => Promise<T>,
  onWait: OnWait,
  abandonedMs = ABANDONED_MS,
): Promise<T> {
  if (file === undefined)
    await source.query(
      'CREATE TABLE IF NOT EXISTS migration_turn (id INTEGER PRIMARY KEY, since BIGINT NOT NULL)',
    );
  const tryLock =
    file === undefined ? rowLock(source, abandonedMs) : async () => lockFile(`${file}-migration`);
  const startedAt = performance.now();
  let held = await tryLock();
  for (let reportAt = startedAt; !held; held = await tryLock()) {
    if (performance.now() >= reportAt) {
      onWait(Math.round(performance.now() - startedAt));
      reportAt = performance.now() + REPORT_MS;
    }
    await pause(POLL_MS);
  }
  try {
    return await work();
  } finally {
    await held.release();
  }
}
