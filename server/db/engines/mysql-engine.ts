import { connect, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolConnection, QueryError, RowDataPacket } from 'mysql2';
import type { DataSource, QueryRunner } from 'typeorm';
import { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver';
import type { MysqlDataSourceOptions } from 'typeorm/driver/mysql/MysqlDataSourceOptions';
import { isRecord } from '../../../shared/records';
import type { MysqlTarget } from '../../config/config';
import { DatabaseAwayError, isDatabaseAway, isTimeLimit, ReadTimeLimitError } from '../transient-error';
import { createDataSource, mysqlOptions, type Entities } from '../data-source';
import { ClusterNodes, type NodeChange } from './cluster-nodes';
import type { Address } from './node-watch';
import type { Ending, Engine, Limits, PoolState, Row, Value } from './sqlite-driver';
import { whenLate } from './when-late';

/**
 * A connection without data for this long is dead, for example because a firewall dropped it; the watch of
 * the nodes detects whole servers that stop responding. mysql2's query timeouts keep running after a lost
 * connection and keep the process alive.
 */
const IDLE_TIMEOUT_MS = 600_000;

/** Error of statements on an abandoned connection. */
const connectionLost = () =>
  Object.assign(new Error('The database does not answer'), { code: 'PROTOCOL_CONNECTION_LOST', fatal: true });

/** Closes a connection, so its pending statement fails as lost. mysql2 does not declare the socket. */
function abandon(connection: PoolConnection): void {
  const stream = 'stream' in connection ? connection.stream : undefined;
  if (!(stream instanceof Socket)) throw new TypeError('The connection has no socket');
  stream.destroy(connectionLost());
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

/** Open sockets of the pools. They all lead to the node in use. */
class Sockets {
  private readonly open = new Set<Socket>();

  /** Opens a socket for a connection of mysql2. */
  connect({ host, port }: Address): Socket {
    const socket = connect(port, host).setNoDelay(true).setKeepAlive(true);
    socket.setTimeout(IDLE_TIMEOUT_MS, () => socket.destroy(connectionLost()));
    this.open.add(socket);
    return socket.once('close', () => this.open.delete(socket));
  }

  /** Closes all connections; pending statements fail as lost. */
  closeAll(): void {
    for (const socket of this.open) socket.destroy(connectionLost());
    this.open.clear();
  }
}

/** Runs a statement first on each new connection of a pool, and on the one that TypeORM tested the address with. */
async function prepareConnections(source: DataSource, sql: string): Promise<void> {
  const pool = poolOf(source);
  pool.on('connection', (connection) => connection.query(sql, () => undefined));
  await source.query(sql);
}

/** Abandons the connection of a runner if it takes longer than the limit to answer a statement. */
function limitStatements(runner: QueryRunner, limitMs: number): void {
  runner.query = new Proxy(runner.query.bind(runner), {
    async apply(target, self, given) {
      const connection: PoolConnection = await runner.connect();
      const cancel = whenLate(limitMs, () => abandon(connection));
      try {
        return await Reflect.apply(target, self, given);
      } finally {
        cancel();
      }
    },
  });
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

/** Time that a transaction waits for a connection if its statements have no limit. */
const CONNECTION_MS = 60_000;

/**
 * Two pools: one for reads, whose statements the server aborts at the limit, and one for writes. Both lead to
 * the node in use. If it fails, all connections are closed, so no request waits for it.
 */
export class MysqlEngine implements Engine {
  /** Transactions and reads in progress. */
  private running = 0;
  private readonly readers: Pool;

  private constructor(
    readonly writer: DataSource,
    readonly reader: DataSource,
    private readonly nodes: ClusterNodes,
    private readonly limits: Limits,
  ) {
    this.readers = poolOf(reader);
  }

  /** @throws DatabaseAwayError if no node can be used */
  static async connect(
    target: MysqlTarget,
    entities: Entities,
    limits: Limits,
    onChange: (change: NodeChange) => void = () => undefined,
  ): Promise<MysqlEngine> {
    const sockets = new Sockets();
    let engine: MysqlEngine | undefined;
    const nodes = new ClusterNodes(target, {
      drain: async (withinMs) => engine?.drain(withinMs),
      left: () => sockets.closeAll(),
      onChange,
    });
    try {
      const options = await mysqlOptions(target, entities, await nodes.start(), () =>
        sockets.connect(nodes.address),
      );
      const [writer, reader] = [
        await createDataSource(options).initialize(),
        await createDataSource(options).initialize(),
      ];
      await prepareConnections(reader, readingSql(options.type, limits.readMs));
      return (engine = new MysqlEngine(writer, reader, nodes, limits));
    } catch (error) {
      nodes.stop();
      sockets.closeAll();
      throw error;
    }
  }

  get fault(): string | undefined {
    return this.nodes.fault;
  }

  recovers(): Promise<boolean> {
    return this.nodes.recheck();
  }

  async read(sql: string, params: readonly Value[], prepared: boolean): Promise<Row[]> {
    await this.nodes.require();
    this.running += 1;
    try {
      return await readRows(this.readers, sql, params, prepared);
    } catch (error) {
      throw isTimeLimit(error) ? new ReadTimeLimitError() : error;
    } finally {
      this.running -= 1;
    }
  }

  async begin(): Promise<QueryRunner> {
    await this.nodes.require();
    const runner = this.writer.createQueryRunner();
    const { writeMs } = this.limits;
    await this.connected(runner, writeMs ?? CONNECTION_MS);
    if (writeMs !== undefined) limitStatements(runner, writeMs);
    this.running += 1;
    return runner;
  }

  isOpen(): undefined {
    return undefined;
  }

  async end(runner: QueryRunner, ending: Ending): Promise<void> {
    this.running -= 1;
    if (ending === 'doubtful') {
      // The pool must not reuse the connection.
      const connection: PoolConnection | undefined = await runner.connect().catch(() => undefined);
      connection?.destroy();
    }
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
    this.nodes.stop();
    await this.reader.destroy();
    await this.writer.destroy();
  }

  /** Waits for a connection. @throws DatabaseAwayError if all are busy for longer than the limit */
  private connected(runner: QueryRunner, limitMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      let late = false;
      const cancel = whenLate(limitMs, () => {
        late = true;
        reject(new DatabaseAwayError('All connections to the database are busy'));
      });
      runner.connect().then(() => {
        cancel();
        if (late) void runner.release();
        else resolve();
      }, reject);
    });
  }

  /** Waits until no transaction or read runs, at most for the time. */
  private async drain(withinMs: number): Promise<void> {
    const end = performance.now() + withinMs;
    while (this.running > 0 && performance.now() < end) await pause(10);
  }
}
