import { setTimeout } from 'node:timers/promises';
import type { DatabaseTarget, Config } from '../config/config';
import { Database, type DatabaseOptions } from '../db/database';
import { isEmpty, welcomeToDemo, type DemoInfo } from '../demo-data';
import { isDatabaseAway } from '../db/transient-error';
import type { Logger } from '../http/request-log';
import { ENTITIES } from './entities';
import { runProgram } from './program';

/** Creates the database with the tables of all rooms. */
export const productDatabase = (target: DatabaseTarget, options?: DatabaseOptions): Database =>
  new Database(target, ENTITIES, options);

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

async function open({ config, db, log }: Dependencies): Promise<DemoInfo | undefined> {
  await db.connect();
  await db.migrate((waitedMs) =>
    log.warn({ waitedMs }, 'waiting for another process that migrates the database'),
  );
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
      if (!isDatabaseAway(error)) throw error;
      deps.log.warn({ err: error, attempt: attempt + 1 }, 'waiting for the database');
      await pause(Math.min(MAX_WAIT_MS, 250 * 2 ** attempt), deps.signal);
    }
  }
  return undefined;
}
