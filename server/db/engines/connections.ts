import { Socket } from 'node:net';
import type { Pool, PoolConnection } from 'mysql2';
import type { DataSource, QueryRunner } from 'typeorm';
import { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver';

/**
 * A connection on which nothing is heard for so long leads nowhere (a firewall forgot it); whole servers that fall silent
 * are noticed by the pulse. Limits of mysql2 for each query would do as well, but go on counting when the connection is
 * lost, and keep the process from ending.
 */
const NOTHING_HEARD_MS = 600_000;

/** What statements fail with whose connection was given up. */
const lost = () =>
  Object.assign(new Error('The database does not answer'), { code: 'PROTOCOL_CONNECTION_LOST', fatal: true });

/** The socket of a connection, which mysql2 does not declare. */
function streamOf(connection: PoolConnection): Socket {
  const stream = 'stream' in connection ? connection.stream : undefined;
  if (!(stream instanceof Socket)) throw new TypeError('The connection has no socket');
  return stream;
}

/** The pool that TypeORM made for a data source. @throws TypeError before it is initialized */
export function poolOf({ driver }: DataSource): Pool {
  if (!(driver instanceof MysqlDriver)) throw new TypeError('The data source has no pool of connections');
  return driver.pool;
}

/** The open connections of pools. */
export class Connections {
  private readonly open = new Set<PoolConnection>();

  /** Knows of the pool's connections from now on. @param prepare runs on each new one before anything else */
  async watch(source: DataSource, prepare?: string): Promise<void> {
    const pool = poolOf(source);
    const add = (connection: PoolConnection) => {
      this.open.add(connection);
      const stream = streamOf(connection);
      stream.setTimeout(NOTHING_HEARD_MS, () => stream.destroy(lost()));
      connection.once('end', () => this.open.delete(connection));
      connection.once('error', () => this.open.delete(connection));
      if (prepare) connection.query(prepare, () => undefined);
    };
    pool.on('connection', add);
    // The one that TypeORM tried the address with.
    await new Promise<void>((resolve, reject) => {
      pool.getConnection((error, connection) => {
        if (error) return reject(error);
        if (!this.open.has(connection)) add(connection);
        connection.release();
        resolve();
      });
    });
  }

  /** Cuts all connections: whoever waits for an answer is told that it is lost. */
  giveUp(): void {
    for (const connection of this.open) streamOf(connection).destroy(lost());
    this.open.clear();
  }

  /** Closes a runner's connection, so that the pool never gives it to anybody again. */
  async destroy(runner: QueryRunner): Promise<void> {
    const connection: PoolConnection | undefined = await runner.connect().catch(() => undefined);
    connection?.destroy();
  }
}
