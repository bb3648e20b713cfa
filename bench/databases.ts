import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../server/db/database';
import { productDatabase } from '../server/composition/open-database';
import { parseDatabaseUrl } from '../server/config/config';
import { mariaDbInstalled, startMariaDb } from '../server/db/testing/mariadb';

/** Empty, migrated database of this bench run. */
export interface BenchDatabase {
  name: string;
  url: string;
  db: Database;
  /** Folder for the processes that use the database. */
  dir: string;
  discard(): Promise<void>;
}

const open = async (url: string, patient: boolean): Promise<Database> => {
  const db = productDatabase(parseDatabaseUrl(url), patient ? { readLimitMs: null } : {});
  await db.connect();
  await db.migrate();
  return db;
};

/**
 * Opens SQLite in a temporary folder, or a private MariaDB. Returns undefined if mariadbd is not installed.
 * @param patient whether a read may exceed the console's time limit
 */
export const openBenchDatabase = async (
  kind: 'sqlite' | 'mysql',
  patient = false,
): Promise<BenchDatabase | undefined> => {
  if (kind === 'mysql' && !mariaDbInstalled()) return undefined;
  const dir = mkdtempSync(join(tmpdir(), 'inflow-bench-'));
  const server = kind === 'mysql' ? await startMariaDb({ bufferPool: '4G', redoLog: '2G' }) : undefined;
  const url = server ? await server.createDatabase('bench') : `sqlite:${join(dir, 'bench.db')}`;
  const db = await open(url, patient);
  return {
    name: server ? 'MariaDB' : 'SQLite',
    url,
    db,
    dir,
    async discard() {
      await db.close();
      await server?.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
};
