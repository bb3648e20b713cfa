import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection, type Connection } from 'mysql2/promise';
import { parseDatabaseUrl } from '../../config/config';
import type { Database, DatabaseOptions, Dialect } from '../database';
import { productDatabase } from '../../composition/open-database';
import { copyMysqlTemplate, copySqliteTemplate } from './templates';

/** Address of a MySQL or MariaDB server where tests can create databases: `mysql://root@127.0.0.1:3306`. */
const SERVER_URL = process.env.TEST_DATABASE_URL;

/** Fresh, migrated database of a dialect, and how to drop it. */
export interface TestDatabase {
  db: Database;
  /** Value for DATABASE_URL. */
  url: string;
  drop(): Promise<void>;
}

/** Dialects of this run; `npm test` warns if this machine has no MariaDB. */
const DIALECTS: readonly Dialect[] = SERVER_URL ? ['sqlite', 'mysql'] : ['sqlite'];
export const testDialects: readonly Dialect[] = DIALECTS.filter((dialect) =>
  (process.env.TEST_DIALECTS ?? dialect).includes(dialect),
);

async function freshUrl(
  dialect: Dialect,
  isEmpty: boolean,
): Promise<{ url: string; remove: () => Promise<void> }> {
  if (dialect === 'sqlite') {
    const dir = mkdtempSync(join(tmpdir(), 'inflow-test-'));
    if (!isEmpty) copySqliteTemplate(join(dir, 'test.db'));
    return {
      url: `sqlite:${join(dir, 'test.db')}`,
      remove: async () => rmSync(dir, { recursive: true, force: true }),
    };
  }
  const server = new URL(SERVER_URL ?? '');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const ask = async (work: (connection: Connection) => Promise<unknown>) => {
    const connection = await createConnection({
      host: server.hostname,
      port: Number(server.port || 3306),
      user: decodeURIComponent(server.username),
      password: decodeURIComponent(server.password),
      multipleStatements: true,
    });
    await work(connection).finally(() => connection.end());
  };
  await ask(async (connection) => {
    await connection.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
    if (!isEmpty) await copyMysqlTemplate(connection, name);
  });
  const credentials = server.password ? `${server.username}:${server.password}` : server.username;
  return {
    url: `mysql://${credentials}@${server.host}/${name}`,
    remove: () => ask((connection) => connection.query(`DROP DATABASE ${name}`)),
  };
}

/**
 * Creates an empty, migrated database; as a copy of the template, if there is one. Drop it when the test
 * ends.
 */
export async function openTestDatabase(dialect: Dialect, options?: DatabaseOptions): Promise<TestDatabase> {
  const { url, remove } = await freshUrl(dialect, false);
  const db = productDatabase(parseDatabaseUrl(url), options);
  await db.connect();
  await db.migrate();
  return {
    db,
    url,
    async drop() {
      await db.close();
      await remove();
    },
  };
}

/** Creates a database without tables, for a test to restore one into. */
export async function emptyDatabase(dialect: Dialect) {
  const { url, remove } = await freshUrl(dialect, true);
  const db = productDatabase(parseDatabaseUrl(url));
  return {
    url,
    target: db.target,
    /** Opens what is in the database by now. */
    async open(): Promise<Database> {
      await db.connect();
      await db.migrate();
      return db;
    },
    async drop() {
      await db.close();
      await remove();
    },
  };
}

/** Runs a block of tests once on each available database. */
export function onEachDatabase(block: (dialect: Dialect) => void): void {
  describe.each(testDialects)('on %s', (dialect) => block(dialect));
}
