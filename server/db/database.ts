import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DataSource, type EntityManager } from 'typeorm';
import { dataSourceOptions, type DatabaseTarget } from './data-source';
import { inMigrationTurn } from './migration-turn';
import { Mutex } from './mutex';
import { DatabaseAwayError, isBusy, isDatabaseAway, isDuplicateKey, isRetryable } from './transient-error';

export type Dialect = 'sqlite' | 'mysql';
type Value = string | number | boolean | null | undefined;

/** One open transaction. `?` stands for a parameter on both databases. */
export interface Tx {
  readonly dialect: Dialect;
  readonly manager: EntityManager;
  /** Rows of a SELECT. */
  query<T>(sql: string, params?: readonly Value[]): Promise<T[]>;
  /** Number of rows that an INSERT, UPDATE or DELETE matched. */
  execute(sql: string, params?: readonly Value[]): Promise<number>;
}

const ATTEMPTS = 6;
/** How long a writer waits for another process's transaction on the embedded database. */
const BUSY_MS = 30_000;
/** The engine's own waiting stops the event loop, clicks included; only opening and migrating may use it. */
const PATIENT = 15_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * The one way to the database. SQLite has one writing connection behind a queue and a second,
 * read-only one on the same file; MariaDB and MySQL have a pool that serves both.
 * Before `connect`, and while the server is away, every call fails with DatabaseAwayError.
 */
export class Database {
  readonly dialect: Dialect;
  private writing?: DataSource;
  private reading?: DataSource;
  private readonly turn = new Mutex();

  constructor(readonly target: DatabaseTarget) {
    this.dialect = target.kind === 'sqlite' ? 'sqlite' : 'mysql';
  }

  get connected(): boolean {
    return this.writing !== undefined;
  }

  /** Opens the connections; the database must exist. Safe to call again after a failure. */
  async connect(): Promise<void> {
    if (this.writing) return;
    if (this.target.kind === 'sqlite') mkdirSync(dirname(this.target.path), { recursive: true });
    const writing = new DataSource(await dataSourceOptions(this.target));
    await writing.initialize();
    await this.setBusyTimeout(writing, 0);
    if (this.target.kind === 'sqlite') {
      this.reading = new DataSource(await dataSourceOptions(this.target, { readonly: true }));
      await this.reading.initialize();
    }
    this.writing = writing;
  }

  /** Brings the schema up to date; safe when several processes start at once. */
  async migrate(): Promise<void> {
    await this.turn.run(async () => {
      await this.setBusyTimeout(this.writer, PATIENT);
      await inMigrationTurn(this.writer, () => this.writer.runMigrations({ transaction: 'each' }));
      await this.setBusyTimeout(this.writer, 0);
    });
  }

  private async setBusyTimeout(writer: DataSource, ms: number): Promise<void> {
    if (this.dialect === 'sqlite') await writer.query(`PRAGMA busy_timeout = ${ms}`);
  }

  async close(): Promise<void> {
    const { writing, reading } = this;
    this.writing = this.reading = undefined;
    await this.turn.run(async () => {
      await reading?.destroy();
      await writing?.destroy();
    });
  }

  /** For reading only (on SQLite it is opened read-only). */
  get reader(): DataSource {
    return this.reading ?? this.writer;
  }

  private get writer(): DataSource {
    if (!this.writing) throw new DatabaseAwayError();
    return this.writing;
  }

  /** Rows of one SELECT outside any transaction. */
  async read<T>(sql: string, params: readonly Value[] = []): Promise<T[]> {
    return this.reader.query(sql, params as Value[]);
  }

  /**
   * Runs `work` in one transaction and answers its result. `work` may run several times
   * (deadlock, key stored meanwhile), so it must not do anything outside the transaction.
   */
  async write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.dialect === 'sqlite' ? this.turn.run(() => this.attempt(work)) : this.attempt(work);
  }

  private async attempt<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const patience = Date.now() + BUSY_MS;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.transaction(work);
      } catch (error) {
        if (isBusy(error) && Date.now() < patience) {
          attempt -= 1;
          await pause(2 + Math.random() * 6);
          continue;
        }
        // A key that another writer stored since we looked is seen by a second look.
        const worthwhile = isDuplicateKey(error) ? attempt === 1 : isRetryable(error) && attempt < ATTEMPTS;
        if (isDatabaseAway(error) || !worthwhile) throw error;
        await pause(Math.random() * 20 * 2 ** attempt);
      }
    }
  }

  private async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const runner = this.writer.createQueryRunner();
    try {
      await runner.startTransaction();
      const tx: Tx = {
        dialect: this.dialect,
        manager: runner.manager,
        query: (sql, params = []) => runner.query(sql, params as Value[]),
        execute: async (sql, params = []) => (await runner.query(sql, params as Value[], true)).affected ?? 0,
      };
      const result = await work(tx);
      await runner.commitTransaction();
      return result;
    } catch (error) {
      // A lost connection can't be rolled back; the server does it.
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      throw error;
    } finally {
      await runner.release();
    }
  }
}

/** Largest number of bound values in one statement that both databases take. */
const MAX_VALUES = 15_000;

/**
 * Plain INSERT of many rows, in as few statements as the databases take.
 * A key that is already stored fails the whole transaction; nothing is ignored.
 */
export async function insertRows(
  tx: Tx,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly Value[])[],
): Promise<void> {
  const perStatement = Math.max(1, Math.min(500, Math.floor(MAX_VALUES / columns.length)));
  const tuple = `(${columns.map(() => '?').join(',')})`;
  for (let start = 0; start < rows.length; start += perStatement) {
    const chunk = rows.slice(start, start + perStatement);
    const sql = `INSERT INTO ${table} (${columns.join(',')}) VALUES ${chunk.map(() => tuple).join(',')}`;
    await tx.execute(sql, chunk.flat());
  }
}

/** `?,?,?` for an IN list. The list may not be empty: SQL has no empty IN. */
export const marks = (values: readonly unknown[]): string => values.map(() => '?').join(',');
