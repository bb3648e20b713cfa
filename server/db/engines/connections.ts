import type { Socket } from 'node:net';
import type { Pool, PoolConnection } from 'mysql2';
import type { DataSource, QueryRunner } from 'typeorm';
import type { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver';

/**
 * A connection on which nothing is heard for so long leads nowhere (a firewall forgot it); whole servers that fall silent
 * are noticed by the pulse. Limits of mysql2 for each query would do as well, but go on counting when the connection is
 * lost, and keep the process from ending.
 */
const NOTHING_HEARD_MS = 600_000;

/** What statements fail with whose connection was given up. */
const lost = () => Object.assign(new Error('The database does not answer'), { code: 'PROTOCOL_CONNECTION_LOST', fatal: true });

/** mysql2 does not declare its connection's socket. */
interface WithStream {
  readonly stream: Socket;
}

/** The open connections of pools. */
export class Connections {
  private readonly open = new Set<PoolConnection>();

  /** Knows of the pool's connections from now on. @param prepare runs on each new one before anything else */
  async watch(source: DataSource, prepare?: string): Promise<void> {
    const pool = (source.driver as MysqlDriver).pool as Pool;
    const add = (connection: PoolConnection) => {
      this.open.add(connection);
      const { stream } = connection as unknown as WithStream;
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
    for (const connection of this.open) (connection as unknown as WithStream).stream.destroy(lost());
    this.open.clear();
  }

  /** Closes a runner's connection, so that the pool never gives it to anybody again. */
  async destroy(runner: QueryRunner): Promise<void> {
    const connection = (await runner.connect().catch(() => undefined)) as PoolConnection | undefined;
    connection?.destroy();
  }
}
