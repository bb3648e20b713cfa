import type { Socket } from 'node:net';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { BetterSqlite3DataSourceOptions } from 'typeorm/driver/better-sqlite3/BetterSqlite3DataSourceOptions';
import type { MysqlDataSourceOptions } from 'typeorm/driver/mysql/MysqlDataSourceOptions';
import type { MysqlTarget, SqliteTarget } from '../config/config';
import { MIGRATIONS } from './migrations';
import { SnakeNaming } from './columns';
import { RevisionSubscriber } from './revision-subscriber';
import type { Address } from './engines/node-watch';
import { SqliteDriver } from './engines/sqlite-driver';

const CONNECT_TIMEOUT_MS = 2000;
/** Prepared statements per connection; the server allows about sixteen thousand in all. */
const MAX_STATEMENTS = 100;

/** Detects the server's type, because TypeORM treats MariaDB and MySQL differently. */
async function engineOf({ host, port }: Address, { user, password }: MysqlTarget) {
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

/** Classes of the tables known to TypeORM. */
export type Entities = readonly (new () => object)[];

/** Options of both kinds of data sources. */
const commonOptions = (entities: Entities) => ({
  entities: [...entities],
  migrations: MIGRATIONS,
  subscribers: [RevisionSubscriber],
  namingStrategy: new SnakeNaming(),
  logging: false as const,
});

/**
 * Creates a data source whose `int8` columns have 64 bits on both databases. SQLite generates ids for INTEGER
 * alone, which has 64 bits; MariaDB and MySQL call it BIGINT.
 */
export function createDataSource(options: DataSourceOptions): DataSource {
  const source = new DataSource(options);
  const { driver } = source;
  const int8 = options.type === 'better-sqlite3' ? 'integer' : 'bigint';
  const normalize = driver.normalizeType.bind(driver);
  driver.normalizeType = (column) => (column.type === 'int8' ? int8 : normalize(column));
  return source;
}

/** Returns the options of a TypeORM data source for the embedded database. */
export const sqliteOptions = (
  target: SqliteTarget,
  entities: Entities,
  { readonly = false } = {},
): BetterSqlite3DataSourceOptions => ({
  ...commonOptions(entities),
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

/**
 * Returns the options of a TypeORM data source.
 * @param address server whose type is detected
 * @param stream opens the socket of each connection; by default to the address
 */
export async function mysqlOptions(
  target: MysqlTarget,
  entities: Entities,
  address: Address | undefined = target.hosts[0],
  stream?: () => Socket,
): Promise<MysqlDataSourceOptions> {
  if (!address) throw new TypeError('The database has no address');
  return {
    ...commonOptions(entities),
    ...address,
    type: await engineOf(address, target),
    username: target.user,
    password: target.password,
    database: target.database,
    charset: 'utf8mb4_bin',
    timezone: 'Z',
    supportBigNumbers: true,
    bigNumberStrings: false,
    poolSize: 12,
    connectTimeout: CONNECT_TIMEOUT_MS,
    extra: { decimalNumbers: true, maxPreparedStatements: MAX_STATEMENTS, ...(stream && { stream }) },
  };
}
