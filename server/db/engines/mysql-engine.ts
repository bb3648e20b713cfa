import { Socket } from 'node:net';
import { createConnection, type Connection, type ConnectionOptions } from 'mysql2/promise';
import type { Pool, PoolConnection, QueryError, RowDataPacket } from 'mysql2';
import type { DataSource, QueryRunner } from 'typeorm';
import { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver';
import type { MysqlDataSourceOptions } from 'typeorm/driver/mysql/MysqlDataSourceOptions';
import { isRecord } from '../../../shared/records';
import type { MysqlTarget } from '../../config/config';
import { DatabaseAwayError, isDatabaseAway, isTimeLimit, ReadTimeLimitError } from '../transient-error';
import { createDataSource, mysqlOptions, type Entities } from '../data-source';
import type { Ending, Engine, PoolState, Value, Row } from './sqlite-driver';

const EVERY_MS = 1000;
/** A server without a response for this long hangs. */
const TIMEOUT_MS = 3500;

const SILENT = Symbol('silent');

/** Resolves after the time and after pending I/O of a blocked event loop. */
const silence = (ms: number) =>
  new Promise<typeof SILENT>((resolve) => {
    setTimeout(() => setImmediate(() => setImmediate(() => resolve(SILENT))), ms).unref();
  });

/**
 * Pings the server continuously. A stopped server keeps its connections open without responding; requests
 * then fail at once until it responds again.
 */
class Pulse {
  private silent = false;
  private stopped = false;
  private timer?: NodeJS.Timeout;
  private connection: Connection | undefined;

  /** @param onSilence called when the server stops responding */
  constructor(
    private readonly server: ConnectionOptions,
    private readonly onSilence: () => void,
  ) {
    this.schedule();
  }

  /** @throws DatabaseAwayError while the server doesn't respond */
  require(): void {
    if (this.silent) throw new DatabaseAwayError('The database does not answer');
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    this.disconnect();
  }

  private schedule(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => void this.beat(), EVERY_MS);
    this.timer.unref();
  }

  private async beat(): Promise<void> {
    const fellSilent = !(await this.isResponding());
    if (fellSilent && !this.silent && !this.stopped) this.onSilence();
    this.silent = fellSilent;
    this.schedule();
  }

  /**
   * Returns false only if the server doesn't respond; if it refuses connections, statements fail by
   * themselves.
   */
  private async isResponding(): Promise<boolean> {
    const response = this.ping().catch(() => undefined);
    const answer = await Promise.race([response, silence(TIMEOUT_MS)]);
    if (answer === SILENT) this.disconnect();
    return answer !== SILENT;
  }

  private async ping(): Promise<void> {
    try {
      this.connection ??= await this.connect();
      await this.connection.query('SELECT 1');
    } catch (error) {
      this.disconnect();
      throw error;
    }
  }

  private async connect(): Promise<Connection> {
    const connection = await createConnection({ ...this.server, connectTimeout: 2 * TIMEOUT_MS });
    connection.on('error', () => this.disconnect());
    // The connection may have been requested before the stop and opened after it.
    if (this.stopped) connection.destroy();
    return connection;
  }

  private disconnect(): void {
    this.connection?.destroy();
    this.connection = undefined;
  }
}

/**
 * A connection without data for this long is dead, for example because a firewall dropped it; the pulse
 * detects whole servers that stop responding. mysql2's query timeouts keep running after a lost connection
 * and keep the process alive.
 */
const IDLE_TIMEOUT_MS = 600_000;

/** Error of statements on an abandoned connection. */
const connectionLost = () =>
  Object.assign(new Error('The database does not answer'), { code: 'PROTOCOL_CONNECTION_LOST', fatal: true });

/** Returns the socket of a connection, which mysql2 does not declare. */
function streamOf(connection: PoolConnection): Socket {
  const stream = 'stream' in connection ? connection.stream : undefined;
  if (!(stream instanceof Socket)) throw new TypeError('The connection has no socket');
  return stream;
}

/**
 * Returns the pool that TypeORM created for a data source.
 * @throws TypeError before the data source is initialized
 */
function poolOf({ driver }: DataSource): Pool {
  if (!(driver instanceof MysqlDriver)) throw new TypeError('The data source has no pool of connections');
  return driver.pool;
}

/** Counts the connections of a pool, which mysql2 declares nowhere. */
function connectionCounts(pool: Pool): Omit<PoolState, 'pool'> {
  const count = (name: string): number => {
    const queue: unknown = Reflect.get(pool, name);
    return isRecord(queue) ? Number(queue.length) : 0;
  };
  return {
    open: count('_allConnections'),
    idle: count('_freeConnections'),
    waiting: count('_connectionQueue'),
  };
}

/** Open connections of pools. */
class Connections {
  private readonly open = new Set<PoolConnection>();

  /**
   * Tracks the connections of a pool.
   * @param prepare runs first on each new connection
   */
  async watch(source: DataSource, prepare?: string): Promise<void> {
    const pool = poolOf(source);
    const add = (connection: PoolConnection) => {
      this.open.add(connection);
      const stream = streamOf(connection);
      stream.setTimeout(IDLE_TIMEOUT_MS, () => stream.destroy(connectionLost()));
      connection.once('end', () => this.open.delete(connection));
      connection.once('error', () => this.open.delete(connection));
      if (prepare) connection.query(prepare, () => undefined);
    };
    pool.on('connection', add);
    // Includes the connection that TypeORM tested the address with.
    await new Promise<void>((resolve, reject) => {
      pool.getConnection((error, connection) => {
        if (error) return reject(error);
        if (!this.open.has(connection)) add(connection);
        connection.release();
        resolve();
      });
    });
  }

  /** Closes all connections; pending statements fail as lost. */
  closeAll(): void {
    for (const connection of this.open) streamOf(connection).destroy(connectionLost());
    this.open.clear();
  }

  /** Closes a runner's connection, so the pool can't reuse it. */
  async destroy(runner: QueryRunner): Promise<void> {
    const connection: PoolConnection | undefined = await runner.connect().catch(() => undefined);
    connection?.destroy();
  }
}

/**
 * Returns the rows of a SELECT on a pool connection. It bypasses TypeORM, whose overhead is a third of a
 * short statement. An unresponsive connection is never reused.
 * @param prepared whether the text runs repeatedly with other values: the server caches the prepared statement
 * and returns numbers in binary. Formatting and parsing them as text takes two fifths of a report's heaviest
 * statement
 */
const readRows = (pool: Pool, sql: string, params: readonly Value[], prepared: boolean): Promise<Row[]> =>
  new Promise((resolve, reject) => {
    pool.getConnection((refused, connection) => {
      if (refused) return reject(refused);
      const done = (error: QueryError | null, rows: RowDataPacket[]): void => {
        if (error && isDatabaseAway(error)) connection.destroy();
        else connection.release();
        if (error) reject(error);
        else resolve(rows);
      };
      if (prepared)
        connection.execute<RowDataPacket[]>(
          sql,
          params.map((value) => value ?? null),
          done,
        );
      else connection.query<RowDataPacket[]>(sql, [...params], done);
    });
  });

/**
 * Limit for a conversion's path as one concatenated text: MySQL would cut it after about a hundred contacts.
 */
const MAX_CONCAT_BYTES = 1_048_576;

/**
 * Returns the settings of connections for reads. MySQL counts the limit in milliseconds, MariaDB in seconds.
 */
function readingSql(type: MysqlDataSourceOptions['type'], limitMs: number | undefined): string {
  const limit =
    limitMs === undefined
      ? []
      : [
          type === 'mariadb'
            ? `SESSION max_statement_time = ${limitMs / 1000}`
            : `SESSION max_execution_time = ${limitMs}`,
        ];
  return `SET ${[`SESSION group_concat_max_len = ${MAX_CONCAT_BYTES}`, ...limit].join(', ')}`;
}

/**
 * Two pools: one for reads, whose statements the server aborts at the limit, and one for writes. If the
 * server stops responding, all connections are closed, so no request waits for it.
 */
export class MysqlEngine implements Engine {
  private readonly connections = new Connections();
  private readonly pulse: Pulse;
  private readonly readers: Pool;

  private constructor(
    readonly writer: DataSource,
    readonly reader: DataSource,
    target: MysqlTarget,
    { host, port }: MysqlDataSourceOptions,
  ) {
    this.readers = poolOf(reader);
    this.pulse = new Pulse(
      { ...(host && { host }), ...(port && { port }), user: target.user, password: target.password },
      () => this.connections.closeAll(),
    );
  }

  /** @param readLimitMs limit at which the server aborts a read; absent: none */
  static async connect(
    target: MysqlTarget,
    entities: Entities,
    readLimitMs: number | undefined,
  ): Promise<MysqlEngine> {
    const options = await mysqlOptions(target, entities);
    const [writer, reader] = [
      await createDataSource(options).initialize(),
      await createDataSource(options).initialize(),
    ];
    const engine = new MysqlEngine(writer, reader, target, options);
    await engine.connections.watch(engine.writer);
    await engine.connections.watch(engine.reader, readingSql(options.type, readLimitMs));
    return engine;
  }

  async read(sql: string, params: readonly Value[], prepared: boolean): Promise<Row[]> {
    this.pulse.require();
    try {
      return await readRows(this.readers, sql, params, prepared);
    } catch (error) {
      throw isTimeLimit(error) ? new ReadTimeLimitError() : error;
    }
  }

  async begin(): Promise<QueryRunner> {
    this.pulse.require();
    return this.writer.createQueryRunner();
  }

  isOpen(): undefined {
    return undefined;
  }

  async end(runner: QueryRunner, ending: Ending): Promise<void> {
    if (ending === 'doubtful') await this.connections.destroy(runner);
    await runner.release();
  }

  pools(): readonly PoolState[] {
    return [
      { pool: 'read', ...connectionCounts(this.readers) },
      { pool: 'write', ...connectionCounts(poolOf(this.writer)) },
    ];
  }

  async hasRoom(): Promise<boolean> {
    return true;
  }

  async close(): Promise<void> {
    this.pulse.stop();
    await this.reader.destroy();
    await this.writer.destroy();
  }
}
