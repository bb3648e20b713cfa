import type { Pool, QueryError, RowDataPacket } from 'mysql2';
import { DataSource, type QueryRunner } from 'typeorm';
import type { MysqlDataSourceOptions } from 'typeorm/driver/mysql/MysqlDataSourceOptions';
import { mysqlOptions, type Entities } from '../data-source';
import type { MysqlTarget } from '../../config/database-url';
import { isDatabaseAway, isTimeLimit, ReadTimeLimitError } from '../transient-error';
import { Connections, poolOf } from './connections';
import type { Ending, Engine, Value } from './engine';
import { Pulse } from './pulse';
import type { Row } from './sqlite-driver';

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
      await new DataSource(options).initialize(),
      await new DataSource(options).initialize(),
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

  async hasRoom(): Promise<boolean> {
    return true;
  }

  async close(): Promise<void> {
    this.pulse.stop();
    await this.reader.destroy();
    await this.writer.destroy();
  }
}
