import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DataSource, EntityManager } from 'typeorm';
import type { DatabaseTarget } from './data-source';
import type { Engine, Value } from './engines/engine';
import { MysqlEngine } from './engines/mysql-engine';
import { SqliteEngine } from './engines/sqlite-engine';
import { inMigrationTurn } from './migration-lock';
import { Mutex } from './mutex';
import { privateDatabaseFile } from './private-files';
import { inTransaction } from './transaction';
import {
  DatabaseAwayError,
  isBusy,
  isDatabaseAway,
  isDuplicateKey,
  isRetryable,
  isStorageFailure,
} from './transient-error';

export type Dialect = 'sqlite' | 'mysql';

/** One open transaction. `?` stands for a parameter on both databases. */
export interface Tx {
  readonly dialect: Dialect;
  readonly manager: EntityManager;
  /** Whether rows that must not change until it ends have to be locked: MariaDB; on the embedded one it writes alone. */
  readonly locks: boolean;
  /** Whether this is not the first try: what the first one took for granted may be wrong. */
  readonly again: boolean;
  /** Rows of a SELECT. */
  query<T>(sql: string, params?: readonly Value[]): Promise<T[]>;
  /** Number of rows that an INSERT, UPDATE or DELETE matched. */
  execute(sql: string, params?: readonly Value[]): Promise<number>;
  /** The id that an INSERT of one row was given. */
  insert(sql: string, params?: readonly Value[]): Promise<number>;
}

export interface DatabaseOptions {
  /** How long a read may take that somebody waits for; `null` for commands, which wait for their own. */
  readonly readLimitMs?: number | null;
  /**
   * How long it leaves the embedded database to other processes after a transaction of its own, at most. These only look
   * now and then whether they can write: where one transaction of a busy process follows the other, they never find out.
   */
  readonly gapMs?: number;
}

/** Below the 10 seconds within which every request is answered. */
const READ_LIMIT_MS = 8_000;
const ATTEMPTS = 6;
/** How long a writer waits for another process's transaction on the embedded database. */
const BUSY_MS = 30_000;
/** The engine's own waiting stops the event loop, clicks included; only opening and migrating may use it. */
const PATIENT = 15_000;
/** The lease whose row is written to see whether anything can be. */
const PROBE = 'ready';
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * The one way to the database, whichever engine it runs on.
 * Before `connect`, and while the server is away, every call fails with DatabaseAwayError.
 */
export class Database {
  readonly dialect: Dialect;
  private engine: Engine | undefined;
  private readonly turn = new Mutex();
  private readonly readLimitMs: number | undefined;
  private readonly gapMs: number;
  private freeFrom = 0;
  private trouble: unknown;

  constructor(
    readonly target: DatabaseTarget,
    { readLimitMs = READ_LIMIT_MS, gapMs = 0 }: DatabaseOptions = {},
  ) {
    this.gapMs = gapMs;
    this.dialect = target.kind === 'sqlite' ? 'sqlite' : 'mysql';
    this.readLimitMs = readLimitMs ?? undefined;
  }

  get connected(): boolean {
    return this.engine !== undefined;
  }

  /** Opens the connections; the database must exist. Safe to call again after a failure. */
  async connect(): Promise<void> {
    const { target, readLimitMs } = this;
    if (this.engine) return;
    if (target.kind === 'mysql') this.engine = await MysqlEngine.connect(target, readLimitMs);
    else {
      mkdirSync(dirname(target.path), { recursive: true, mode: 0o700 });
      privateDatabaseFile(target.path);
      this.engine = await SqliteEngine.connect(target, readLimitMs);
    }
  }

  /** Brings the schema up to date; safe when several processes start at once. */
  async migrate(): Promise<void> {
    await this.turn.run(async () => {
      const { writer } = this.open;
      await this.setBusyTimeout(writer, PATIENT);
      await inMigrationTurn(writer, () => writer.runMigrations({ transaction: 'each' }));
      await this.setBusyTimeout(writer, 0);
    });
  }

  private async setBusyTimeout(writer: DataSource, ms: number): Promise<void> {
    if (this.dialect === 'sqlite') await writer.query(`PRAGMA busy_timeout = ${ms}`);
  }

  async close(): Promise<void> {
    const { engine } = this;
    this.engine = undefined;
    await this.turn.run(async () => engine?.close());
  }

  /** For reading only (on SQLite it is opened read-only). */
  get reader(): DataSource {
    return this.open.reader;
  }

  private get open(): Engine {
    if (!this.engine) throw new DatabaseAwayError();
    return this.engine;
  }

  /**
   * Rows of one SELECT outside any transaction.
   *
   * @param often says that the same text is asked again and again with other values: MariaDB and MySQL keep the statement
   *   ready (on each connection, the latest ones), and numbers need not be written out as text
   * @throws ReadTimeLimitError
   */
  async read<T>(
    sql: string,
    params: readonly Value[] = [],
    { often = false }: { readonly often?: boolean } = {},
  ): Promise<T[]> {
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the statement decides what its rows are: who writes it names their type
    return (await this.open.read(sql, params, often)) as T[];
  }

  /** For judging what a transaction would do: reads, one statement after another, and refuses to write. */
  get reading(): Tx {
    const refuse = async () => {
      throw new Error('Nothing is written outside of a transaction');
    };
    return {
      dialect: this.dialect,
      manager: this.open.reader.manager,
      locks: false,
      again: false,
      query: (sql, params) => this.read(sql, params),
      execute: refuse,
      insert: refuse,
    };
  }

  /**
   * Runs `work` in one transaction and answers its result. `work` may run several times
   * (deadlock, key stored meanwhile), so it must not do anything outside the transaction.
   */
  async write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.dialect === 'sqlite' ? this.turn.run(() => this.afterGap(work)) : this.attempt(work);
  }

  /** After a short transaction a shorter gap: only what takes long keeps others away. */
  private async afterGap<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.gapMs === 0) return this.attempt(work);
    const begun = performance.now();
    if (this.freeFrom > begun) await pause(this.freeFrom - begun);
    const from = performance.now();
    try {
      return await this.attempt(work);
    } finally {
      const now = performance.now();
      this.freeFrom = now + Math.min(this.gapMs, now - from);
    }
  }

  /** Whether it can store: when the last transaction failed for want of that, a small one is tried. */
  async canWrite(): Promise<boolean> {
    if (this.trouble === undefined) return true;
    try {
      // On a full disk a small write may still find its place.
      if (!(await this.open.hasRoom())) return false;
      await this.write(async (tx) => {
        const beat = Date.now();
        const known = await tx.execute('UPDATE lease SET expires_at = ? WHERE name = ?', [beat, PROBE]);
        if (known === 0)
          await tx.execute('INSERT INTO lease (name, owner, expires_at) VALUES (?, ?, ?)', [
            PROBE,
            PROBE,
            beat,
          ]);
      });
      this.trouble = undefined;
      return true;
    } catch {
      return false;
    }
  }

  private async attempt<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const patience = Date.now() + BUSY_MS;
    let again = false;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await inTransaction(this.dialect, this.open, work, again);
      } catch (error) {
        again = true;
        if (isDatabaseAway(error) || isStorageFailure(error)) this.trouble = error;
        if (isBusy(error) && Date.now() < patience) {
          attempt -= 1;
          await pause(2 + Math.random() * 6);
          continue;
        }
        // A key that another writer stored since we looked is seen by a next look; of several writers each may have been first
        // once. On SQLite they write one after the other, and all wait while one tries again.
        const most = isDuplicateKey(error) && this.dialect === 'sqlite' ? 2 : ATTEMPTS;
        const worthwhile = (isDuplicateKey(error) || isRetryable(error)) && attempt < most;
        if (isDatabaseAway(error) || !worthwhile) throw error;
        await pause(Math.random() * 20 * 2 ** attempt);
      }
    }
  }
}

/** Bound values and rows of one INSERT. The embedded engine keeps a compiled statement for each length, some 250 bytes a value. */
const MAX_INSERT: Record<Dialect, { readonly values: number; readonly rows: number }> = {
  mysql: { values: 15_000, rows: 500 },
  sqlite: { values: 3000, rows: 100 },
};

/** How many rows each of the statements takes that together insert `count` rows. */
function insertLengths(dialect: Dialect, count: number, most: number): number[] {
  const lengths = Array.from({ length: Math.floor(count / most) }, () => most);
  let left = count % most;
  // A rest of its own length each time would be a new statement for the embedded engine to compile and keep.
  for (let part = most >> 2; dialect === 'sqlite' && part > 0; part >>= 2) {
    for (; left >= part; left -= part) lengths.push(part);
  }
  return left > 0 ? [...lengths, left] : lengths;
}

/**
 * Plain INSERT of many rows, in as few statements as the databases take.
 * A key that is already stored fails the whole transaction; nothing is ignored.
 *
 * @param same columns besides, which have the same value in all rows
 */
export async function insertRows(
  tx: Tx,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly Value[])[],
  same: Readonly<Record<string, Value>> = {},
): Promise<void> {
  const { values, rows: mostRows } = MAX_INSERT[tx.dialect];
  const [names, shared] = [Object.keys(same), Object.values(same)];
  const width = names.length + columns.length;
  const most = Math.max(1, Math.min(mostRows, Math.floor(values / width)));
  // The embedded engine is given these once for a statement: each value that is bound costs as much as storing it.
  const once = tx.dialect === 'sqlite';
  const tuple = `(${[...names.map((_, place) => (once ? `?${place + 1}` : '?')), ...columns.map(() => '?')].join(',')})`;
  const head = `INSERT INTO ${table} (${[...names, ...columns].join(',')}) VALUES `;
  let start = 0;
  for (const length of insertLengths(tx.dialect, rows.length, most)) {
    const chunk = rows.slice(start, (start += length));
    const bound: Value[] = once ? [...shared] : [];
    for (const row of chunk) {
      if (!once) for (const value of shared) bound.push(value);
      for (const value of row) bound.push(value);
    }
    await tx.execute(`${head}${`${tuple},`.repeat(length).slice(0, -1)}`, bound);
  }
}

/** `?,?,?` for an IN list. The list may not be empty: SQL has no empty IN. */
export const placeholders = (values: readonly unknown[]): string => values.map(() => '?').join(',');
