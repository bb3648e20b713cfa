import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DataSource, QueryRunner } from 'typeorm';
import { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver';
import { createDataSource, sqliteOptions, type Entities } from '../data-source';
import type { SqliteTarget } from '../../config/config';
import { LongReads, isLong } from '../reader/long-reads';
import { type Ending, type Engine, type Value, SqliteDriver, type Row } from './sqlite-driver';

/** Free disk space needed for the next transactions. */
const MIN_FREE_BYTES = 4 * 1024 * 1024;

/**
 * One write connection, whose transactions the caller serializes, and a read-only connection to the same file
 * for short reads. Long reads run in another process.
 */
export class SqliteEngine implements Engine {
  readonly fault = undefined;
  private doubtful = false;

  private constructor(
    readonly writer: DataSource,
    readonly reader: DataSource,
    private readonly longReads: LongReads | undefined,
    private readonly target: SqliteTarget,
  ) {}

  /** @param readLimitMs limit of a long read; absent: all reads run here without a limit */
  static async connect(
    target: SqliteTarget,
    entities: Entities,
    readLimitMs: number | undefined,
  ): Promise<SqliteEngine> {
    const writer = createDataSource(sqliteOptions(target, entities));
    await writer.initialize();
    const reader = createDataSource(sqliteOptions(target, entities, { readonly: true }));
    await reader.initialize();
    const longReads = readLimitMs === undefined ? undefined : new LongReads(target.path, readLimitMs);
    const engine = new SqliteEngine(writer, reader, longReads, target);
    engine.disableBusyTimeout();
    return engine;
  }

  async read(sql: string, params: readonly Value[]): Promise<Row[]> {
    return this.longReads && isLong(sql)
      ? this.longReads.read(sql, params)
      : this.reader.query(sql, [...params]);
  }

  async begin(): Promise<QueryRunner> {
    if (this.doubtful) await this.replace();
    return this.writer.createQueryRunner();
  }

  isOpen(): boolean {
    return this.connection.inTransaction;
  }

  async end(runner: QueryRunner, ending: Ending): Promise<void> {
    await runner.release();
    if (ending === 'committed') return;
    // TypeORM reuses one runner with its own transaction count, which can be wrong after a failure.
    delete this.driver.queryRunner;
    if (ending === 'doubtful') this.doubtful = true;
  }

  async recovers(): Promise<boolean> {
    return false;
  }

  async hasRoom(): Promise<boolean> {
    const { bavail, bsize } = await statfs(dirname(this.target.path));
    return bavail * bsize >= MIN_FREE_BYTES;
  }

  pools(): [] {
    return [];
  }

  async close(): Promise<void> {
    await this.longReads?.close();
    await this.reader.destroy();
    await this.writer.destroy();
  }

  private get driver(): BetterSqlite3Driver {
    const { driver } = this.writer;
    if (!(driver instanceof BetterSqlite3Driver))
      throw new TypeError('The data source is not that of the embedded database');
    return driver;
  }

  private get connection(): SqliteDriver {
    const { databaseConnection } = this.driver;
    if (!(databaseConnection instanceof SqliteDriver))
      throw new TypeError('The embedded database is not open');
    return databaseConnection;
  }

  /** Disables SQLite's busy timeout, which blocks the event loop; callers retry a busy file instead. */
  private disableBusyTimeout(): void {
    this.connection.pragma('busy_timeout = 0');
  }

  /** @throws Error if the old connection can't roll back or no new one can be opened */
  private async replace(): Promise<void> {
    // If closed within a transaction, a connection keeps its lock until its statements are garbage-collected.
    if (this.connection.inTransaction) this.connection.exec('ROLLBACK');
    const old = this.connection;
    delete this.driver.queryRunner;
    await this.driver.connect();
    this.disableBusyTimeout();
    this.doubtful = false;
    old.close();
  }
}
