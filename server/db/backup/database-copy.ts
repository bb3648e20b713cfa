import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { DatabaseSync } from '@photostructure/sqlite';
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import type { DatabaseTarget, MysqlTarget, SqliteTarget } from '../../config/config';
import { errorCode } from '../../platform/errors';
import { isBusy } from '../transient-error';
import { BackupError, checkBackup, readBackup, writeBackup, type Manifest } from './backup-file';

/** Table whose rows tell the version of the schema. */
const MIGRATIONS_TABLE = 'migrations';
const LAST_MIGRATION = `SELECT name FROM ${MIGRATIONS_TABLE} ORDER BY timestamp DESC, id DESC LIMIT 1`;
const BUSY_MS = 15_000;
const CONNECT_TIMEOUT_MS = 5000;

/**
 * Backs up a database into a file while other processes use it. It holds one state of the database.
 * @throws BackupError if the file exists, or the client program is missing or fails
 */
export async function backUpDatabase(target: DatabaseTarget, file: string): Promise<Manifest> {
  if (await exists(file)) throw new BackupError(`FILE: ${file} exists; choose a new name`);
  return target.kind === 'sqlite' ? backUpSqlite(target, file) : backUpMysql(target, file);
}

/**
 * Restores a backup into a database that no process uses.
 * @param replace whether a database that is not empty is replaced
 * @throws BackupError if the backup or the database does not allow it; the database is unchanged then
 */
export async function restoreDatabase(
  target: DatabaseTarget,
  file: string,
  { replace }: { replace: boolean },
): Promise<Manifest> {
  const manifest = await checkBackup(file);
  if (manifest.database !== target.kind)
    throw new BackupError(
      `FILE: ${file} is a backup of ${NAMES[manifest.database]}, and DATABASE_URL names ${NAMES[target.kind]}`,
    );
  if (target.kind === 'sqlite') await restoreSqlite(target, file, replace);
  else await restoreMysql(target, file, replace);
  return manifest;
}

const NAMES = { sqlite: 'the embedded database', mysql: 'MariaDB or MySQL' } as const;

const exists = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

async function backUpSqlite({ path }: SqliteTarget, file: string): Promise<Manifest> {
  const snapshot = `${file}.snapshot`;
  await rm(snapshot, { force: true });
  try {
    const createdAt = new Date().toISOString();
    const connection = new DatabaseSync(path, { timeout: BUSY_MS });
    try {
      connection.prepare('VACUUM INTO ?').run(snapshot);
    } finally {
      connection.close();
    }
    const copy = new DatabaseSync(snapshot, { readOnly: true });
    const schema = String(copy.prepare(LAST_MIGRATION).get()?.name);
    copy.close();
    return await writeBackup(file, { database: 'sqlite', schema, createdAt }, createReadStream(snapshot));
  } finally {
    await rm(snapshot, { force: true });
  }
}

async function restoreSqlite({ path }: SqliteTarget, file: string, replace: boolean): Promise<void> {
  const isThere = await exists(path);
  if (isThere && !replace)
    throw new BackupError(`DATABASE_URL: there is a database at ${path}; --replace replaces it`);
  if (isThere) requireUnused(path);
  const restored = `${path}.restored`;
  try {
    await readBackup(file, createWriteStream(restored, { mode: 0o600, flush: true }));
    // Pages of the old database's log must not be applied to the new one.
    for (const companion of [`${path}-wal`, `${path}-shm`]) await rm(companion, { force: true });
    await rename(restored, path);
  } finally {
    await rm(restored, { force: true });
  }
}

/** @throws BackupError if another process has the embedded database open */
function requireUnused(path: string): void {
  const connection = new DatabaseSync(path, { timeout: 0 });
  try {
    // Needs exclusive access to the file.
    connection.exec('PRAGMA journal_mode = DELETE');
  } catch (error) {
    // A damaged database has to be replaced too.
    if (isBusy(error)) throw new BackupError(`DATABASE_URL: ${path} is in use; stop all processes first`);
  } finally {
    connection.close();
  }
}

async function backUpMysql(target: MysqlTarget, file: string): Promise<Manifest> {
  const { connection, address } = await connectFirst(target);
  try {
    const tables = await tablesOf(connection);
    const [row] = tables.includes(MIGRATIONS_TABLE) ? await rowsOf(connection, LAST_MIGRATION) : [];
    if (!row) throw new BackupError(`DATABASE_URL: ${target.database} holds no database of this product`);
    // Restored in this order: a start on a half-restored database fails, because it lacks its version.
    const ordered = [...tables.filter((name) => name !== MIGRATIONS_TABLE), MIGRATIONS_TABLE];
    const createdAt = new Date().toISOString();
    const dump = await startClient('dump', target, address, [target.database, ...ordered]);
    dump.stdin.end();
    const content = Readable.from(outputOf(dump));
    return await writeBackup(file, { database: 'mysql', schema: String(row.name), createdAt }, content);
  } finally {
    await connection.end();
  }
}

async function restoreMysql(target: MysqlTarget, file: string, replace: boolean): Promise<void> {
  const { connection, address } = await connectFirst(target);
  try {
    const tables = await tablesOf(connection);
    if (tables.length > 0 && !replace)
      throw new BackupError(
        `DATABASE_URL: ${target.database} has ${tables.length} tables; --replace replaces them`,
      );
    // Fails before the tables are dropped if the program is missing.
    const load = await startClient('load', target, address, [target.database]);
    await connection.query('SET FOREIGN_KEY_CHECKS = 0');
    if (tables.length > 0) await connection.query('DROP TABLE ??', [tables]);
    const ended = text(Readable.from(outputOf(load)));
    // If the client fails, its reason says more than the closed pipe.
    await Promise.all([ended, readBackup(file, load.stdin).catch(() => ended)]);
  } finally {
    await connection.end();
  }
}

const rowsOf = async (connection: Connection, statement: string): Promise<RowDataPacket[]> =>
  (await connection.query<RowDataPacket[]>(statement))[0];

const tablesOf = async (connection: Connection): Promise<string[]> =>
  (
    await rowsOf(
      connection,
      'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY 1',
    )
  ).map(({ name }) => String(name));

/** Connects to the first node that answers; one node has the state of all. */
async function connectFirst(
  target: MysqlTarget,
): Promise<{ connection: Connection; address: MysqlTarget['hosts'][number] }> {
  const { hosts, user, password, database } = target;
  let failure: unknown;
  for (const address of hosts) {
    try {
      const options = { ...address, user, password, database, connectTimeout: CONNECT_TIMEOUT_MS };
      return { connection: await createConnection(options), address };
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** Client programs of MariaDB and, if they are missing, of MySQL. */
const CLIENTS = {
  dump: {
    names: ['mariadb-dump', 'mysqldump'],
    options: ['--single-transaction', '--quick', '--hex-blob', '--no-tablespaces', '--skip-lock-tables'],
  },
  load: { names: ['mariadb', 'mysql'], options: ['--batch'] },
} as const;

/**
 * Starts a client program.
 * @throws BackupError if it is not installed
 */
async function startClient(
  task: keyof typeof CLIENTS,
  { user, password }: MysqlTarget,
  { host, port }: MysqlTarget['hosts'][number],
  more: readonly string[],
): Promise<ChildProcessWithoutNullStreams> {
  const { names, options } = CLIENTS[task];
  const connect = ['--protocol=tcp', `--host=${host}`, `--port=${port}`, `--user=${user}`];
  for (const name of names) {
    const child = spawn(name, [...connect, '--default-character-set=utf8mb4', ...options, ...more], {
      // eslint-disable-next-line no-restricted-syntax -- the program inherits it, and gets the password unseen by others
      env: { ...process.env, MYSQL_PWD: password },
    });
    try {
      await once(child, 'spawn');
      return child;
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
    }
  }
  throw new BackupError(`${names.join(' or ')} is not installed (package mariadb-client)`);
}

/** Yields the output of a client program. @throws BackupError with its reason if it fails */
async function* outputOf(child: ChildProcessWithoutNullStreams): AsyncGenerator<Buffer> {
  const reason = text(child.stderr);
  const ended = once(child, 'close');
  try {
    yield* child.stdout;
    await ended;
    if (child.exitCode !== 0)
      throw new BackupError(`${child.spawnfile} failed: ${(await reason).trim() || child.signalCode}`);
  } finally {
    child.kill();
  }
}
