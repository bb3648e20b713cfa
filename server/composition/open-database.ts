import { setTimeout } from 'node:timers/promises';
import type { DatabaseTarget, Config } from '../config/config';
import { Database, type DatabaseOptions } from '../db/database';
import { isEmpty, welcomeToDemo, type DemoInfo } from '../demo-data';
import { isNodeLost, isRetryable } from '../db/transient-error';
import type { Logger } from '../http/request-log';
import { ENTITIES } from './entities';
import { runProgram } from './program';

/** Creates the database with the tables of all rooms. */
export const productDatabase = (target: DatabaseTarget, options?: DatabaseOptions): Database =>
  new Database(target, ENTITIES, options);

/** Statements of background work take longer than those that a user waits for. */
const WORK_LIMIT_MS = 60_000;

/** Creates the database of a long-running process, which logs changes of the node in use. */
export const servedDatabase = (
  { database, archive }: Pick<Config, 'database' | 'archive'>,
  log: Logger,
  { background }: { readonly background: boolean },
): Database =>
  productDatabase(database, {
    archive,
    ...(background && { writeLimitMs: WORK_LIMIT_MS }),
    onNode: (change) =>
      log.warn(change, change.node ? 'a database node is used' : 'no database node can be used'),
    onOutdated: (reason) => log.error(reason),
  });

interface Dependencies {
  config: Config;
  db: Database;
  log: Logger;
  /** Aborted when the process is asked to stop. */
  signal: AbortSignal;
}

const MAX_WAIT_MS = 5000;

/** Resolves early if the signal is aborted. */
const pause = (ms: number, signal: AbortSignal) =>
  setTimeout(ms, undefined, { signal }).catch(() => undefined);

/** Share of the data that the buffer pool should hold at least. */
const LEAST_POOL = 0.1;
const MB = 2 ** 20;

/** Warns if MariaDB or MySQL caches little of the data. Never fails the start. */
export async function checkBufferPool(db: Database, log: Pick<Logger, 'warn'>): Promise<void> {
  if (db.dialect !== 'mysql') return;
  const sql = `SELECT @@innodb_buffer_pool_size AS pool, SUM(data_length + index_length) AS data
    FROM information_schema.tables WHERE table_schema = DATABASE()`;
  const [row] = await db.read<Record<'pool' | 'data', number | string | null>>(sql).catch(() => []);
  const [poolMb, dataMb] = [row?.pool, row?.data].map((bytes) => Math.round(Number(bytes ?? 0) / MB));
  if (row && poolMb !== undefined && dataMb !== undefined && poolMb < dataMb * LEAST_POOL)
    log.warn({ poolMb, dataMb }, 'innodb_buffer_pool_size is small for the data: see docs/howto/operate.md');
}

async function open({ config, db, log }: Dependencies): Promise<DemoInfo | undefined> {
  await db.connect();
  await db.migrate((waitedMs) =>
    log.warn({ waitedMs }, 'waiting for another process that migrates the database'),
  );
  void checkBufferPool(db, log);
  if (!config.demo) return undefined;
  // Creating a year of history takes memory that this process would never release.
  if (await isEmpty(db)) await runProgram('demo', config);
  return welcomeToDemo(db, { ...config, now: Date.now() });
}

/**
 * Connects, migrates and, in demo mode, fills the database. Retries forever while the database is
 * unreachable.
 * @throws Error that a retry can't fix (wrong password, no such database)
 */
export async function openDatabase(deps: Dependencies): Promise<DemoInfo | undefined> {
  for (let attempt = 0; !deps.signal.aborted; attempt += 1) {
    try {
      return await open(deps);
    } catch (error) {
      if (!isNodeLost(error) && !isRetryable(error)) throw error;
      deps.log.warn({ err: error, attempt: attempt + 1 }, 'waiting for the database');
      await pause(Math.min(MAX_WAIT_MS, 250 * 2 ** attempt), deps.signal);
    }
  }
  return undefined;
}
