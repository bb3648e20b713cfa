import { Socket } from 'node:net';
import type { Pool, PoolConnection } from 'mysql2';
import type { DataSource, QueryRunner } from 'typeorm';
import { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver';

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
export function poolOf({ driver }: DataSource): Pool {
  if (!(driver instanceof MysqlDriver)) throw new TypeError('The data source has no pool of connections');
  return driver.pool;
}

/** Open connections of pools. */
export class Connections {
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
