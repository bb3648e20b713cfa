import { createConnection, type RowDataPacket } from 'mysql2/promise';
import type { BetterSqlite3DataSourceOptions } from 'typeorm/driver/better-sqlite3/BetterSqlite3DataSourceOptions';
import type { MysqlDataSourceOptions } from 'typeorm/driver/mysql/MysqlDataSourceOptions';
import { ENTITIES } from '../composition/entities';
import { MIGRATIONS } from './migrations';
import { SnakeNaming } from './naming';
import { RevisionSubscriber } from './revision-subscriber';
import { SqliteDriver } from './engines/sqlite-driver';

/** Location of the database. */
export type DatabaseTarget = SqliteTarget | MysqlTarget;

export interface SqliteTarget {
  kind: 'sqlite';
  path: string;
}

export interface MysqlTarget {
  kind: 'mysql';
  hosts: { host: string; port: number }[];
  user: string;
  password: string;
  database: string;
}

const CONNECT_TIMEOUT_MS = 2000;
/** Prepared statements per connection; the server allows about sixteen thousand in all. */
const MAX_STATEMENTS = 100;

/**
 * Parses `mysql://user:pass@host:port,host2:port/db` or `sqlite:PATH`.
 * @throws TypeError for anything else
 */
export function parseDatabaseUrl(url: string): DatabaseTarget {
  if (/^sqlite:./.test(url)) return { kind: 'sqlite', path: url.slice('sqlite:'.length) };
  const match = /^(?:mysql|mariadb):\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^/?]+)\/([^/?#]+)$/.exec(url);
  if (!match) throw new TypeError('must be mysql://user:pass@host:port/db or sqlite:PATH');
  const [, user = '', password = '', hosts = '', database = ''] = match;
  return {
    kind: 'mysql',
    user: decodeURIComponent(user),
    password: decodeURIComponent(password),
    database: decodeURIComponent(database),
    hosts: hosts.split(',').map(hostAndPort),
  };
}

/** Parses `host`, `host:port` or, for IPv6, `[address]:port`. */
function hostAndPort(entry: string): { host: string; port: number } {
  const [, address, name = '', port = '3306'] =
    /^(?:\[([\da-f:.]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/i.exec(entry.trim()) ?? [];
  const host = address ?? name;
  if (host === '' || Number(port) < 1 || Number(port) > 65535)
    throw new TypeError(`${JSON.stringify(entry)} must be a host, or host:port with a port from 1 to 65535`);
  return { host, port: Number(port) };
}

/** Detects the server's type, because TypeORM treats MariaDB and MySQL differently. */
async function engineOf(host: string, port: number, user: string, password: string) {
  const connection = await createConnection({
    host,
    port,
    user,
    password,
    connectTimeout: CONNECT_TIMEOUT_MS,
  });
  try {
    const [rows] = await connection.query<(RowDataPacket & { readonly version: string })[]>(
      'SELECT VERSION() AS version',
    );
    return /mariadb/i.test(rows[0]?.version ?? '') ? 'mariadb' : 'mysql';
  } finally {
    await connection.end();
  }
}

async function firstReachable(target: MysqlTarget) {
  let failure: unknown;
  for (const { host, port } of target.hosts) {
    try {
      return { host, port, type: await engineOf(host, port, target.user, target.password) } as const;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** Options of both kinds of data sources. */
const commonOptions = () => ({
  entities: ENTITIES,
  migrations: MIGRATIONS,
  subscribers: [RevisionSubscriber],
  namingStrategy: new SnakeNaming(),
  logging: false as const,
});

/** Returns the options of a TypeORM data source for the embedded database. */
export const sqliteOptions = (
  target: SqliteTarget,
  { readonly = false } = {},
): BetterSqlite3DataSourceOptions => ({
  ...commonOptions(),
  type: 'better-sqlite3',
  driver: SqliteDriver,
  database: target.path,
  readonly,
  enableWAL: !readonly,
  timeout: 15_000,
  prepareDatabase: (connection: SqliteDriver) => {
    connection.pragma('synchronous = NORMAL');
    connection.pragma('cache_size = -65536');
    connection.pragma('temp_store = MEMORY');
  },
});

/** Returns the options of a TypeORM data source for the first reachable server, with its detected type. */
export async function mysqlOptions(target: MysqlTarget): Promise<MysqlDataSourceOptions> {
  const { host, port, type } = await firstReachable(target);
  return {
    ...commonOptions(),
    type,
    host,
    port,
    username: target.user,
    password: target.password,
    database: target.database,
    charset: 'utf8mb4_bin',
    timezone: 'Z',
    supportBigNumbers: true,
    bigNumberStrings: false,
    poolSize: 12,
    connectTimeout: CONNECT_TIMEOUT_MS,
    extra: { decimalNumbers: true, maxPreparedStatements: MAX_STATEMENTS },
  };
}
