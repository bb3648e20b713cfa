import { DatabaseSync } from '@photostructure/sqlite';
import type { DataSource, QueryRunner } from 'typeorm';
import type { UnknownRecord } from '../../../shared/records';
import { compileFunction } from '../../platform/compile-function';

export type Bindable = null | number | bigint | string | Uint8Array;

/** Converts a value for the embedded engine: booleans to 0/1, instants to text, absent values to NULL. */
export function bindable(value: unknown): Bindable {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`${typeof value} can't be bound to a statement`);
}

export type Row = UnknownRecord;

/**
 * Compiles a function that creates row objects of arrays with one literal per statement. Setting properties
 * one by one from the engine takes half the time of reading a wide report.
 */
function compileRowMapper(names: readonly string[]): (values: readonly unknown[]) => Row {
  // A repeated name keeps its last value, like in any driver. As a computed key, "__proto__" is an ordinary
  // name.
  const literal = names.map((name, index) => {
    const key = JSON.stringify(name);
    return `${name === '__proto__' ? `[${key}]` : key}: values[${index}]`;
  });
  return compileFunction<(values: readonly unknown[]) => Row>(
    {},
    `return (values) => ({ ${literal.join(', ')} });`,
  );
}

/** Maximum number of rows that are not worth compiling. */
const MAX_UNCOMPILED_ROWS = 20;

/** Creates a function that converts arrays to row objects. */
export function createRowMapper(names: readonly string[]): (rows: readonly (readonly unknown[])[]) => Row[] {
  let compiled: ((values: readonly unknown[]) => Row) | undefined;
  const plain = (values: readonly unknown[]): Row =>
    Object.fromEntries(names.map((name, index) => [name, values[index]]));
  return (rows) =>
    rows.map(
      rows.length > MAX_UNCOMPILED_ROWS ? (compiled ??= compileRowMapper(names)) : (compiled ?? plain),
    );
}

/**
 * Adapts `node:sqlite`, which is prebuilt for every platform and needs no compiler, to the interface of
 * TypeORM's better-sqlite3 driver. Every transaction begins IMMEDIATE: a deferred one that reads first fails
 * if another process writes in between.
 */
export class SqliteDriver {
  private readonly connection: InstanceType<typeof DatabaseSync>;

  constructor(path: string, options: { readonly?: boolean; timeout?: number } = {}) {
    this.connection = new DatabaseSync(path, {
      readOnly: options.readonly ?? false,
      timeout: options.timeout ?? 5000,
    });
  }

  prepare(sql: string) {
    const statement = this.connection.prepare(sql === 'BEGIN TRANSACTION' ? 'BEGIN IMMEDIATE' : sql);
    const names = statement.columns().map(({ name }) => name);
    const reader = names.length > 0;
    if (reader) statement.setReturnArrays(true);
    const toRows = reader ? createRowMapper(names) : undefined;
    const arrays = (params: unknown[]): unknown[][] => statement.all(...params.map(bindable));
    return {
      reader,
      all: (...params: unknown[]) => (toRows ? toRows(arrays(params)) : []),
      run: (...params: unknown[]) => statement.run(...params.map(bindable)),
    };
  }

  pragma(statement: string) {
    return this.prepare(`PRAGMA ${statement}`).all();
  }

  /** Whether a transaction is open, according to the engine, which rolls back by itself on some errors. */
  get inTransaction(): boolean {
    return this.connection.isTransaction;
  }

  exec(sql: string) {
    this.connection.exec(sql);
  }

  close() {
    this.connection.close();
  }
}

export type Value = string | number | boolean | null | undefined;

/**
 * Converts a value to a statement parameter.
 * @throws TypeError for unsupported types
 */
export function sqlValue(value: unknown): Value {
  if (value == null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  throw new TypeError(`${typeof value} is not a statement parameter`);
}

/** Result of a transaction. */
export type Ending =
  | 'committed'
  /** Nothing was stored, and the connection has no open transaction. */
  | 'rolledBack'
  /** The state of the connection is unknown. */
  | 'doubtful';

/** Connections of a pool. */
export interface PoolState {
  readonly pool: 'read' | 'write';
  readonly open: number;
  readonly idle: number;
  /** Statements and transactions that wait for a connection. */
  readonly waiting: number;
}

/** Time limits of single statements; absent: none. */
export interface Limits {
  readonly readMs: number | undefined;
  readonly writeMs: number | undefined;
}

/** Connections to a database. */
export interface Engine {
  /** Data source for reads. */
  readonly reader: DataSource;
  /** Data source for migrations; `begin` starts transactions. */
  readonly writer: DataSource;
  /**
   * Returns the rows of a SELECT outside any transaction.
   * @param prepared see Database.read
   * @throws ReadTimeLimitError, DatabaseAwayError
   */
  read(sql: string, params: readonly Value[], prepared: boolean): Promise<Row[]>;
  /**
   * Returns a runner outside any transaction.
   * @throws Error without a reliable connection
   */
  begin(): Promise<QueryRunner>;
  /** Returns whether a runner has an open transaction; `undefined` if only the server knows. */
  isOpen(runner: QueryRunner): boolean | undefined;
  /** Releases the runner; a doubtful one's connection is never reused. */
  end(runner: QueryRunner, ending: Ending): Promise<void>;
  /** Reason why the database may fail, as far as it is known without a statement. */
  readonly fault: string | undefined;
  /** Called after a lost connection. Returns whether the work is worth repeating on a new one. */
  recovers(): Promise<boolean>;
  /** Returns whether there is disk space for the next transactions, as far as this process can see. */
  hasRoom(): Promise<boolean>;
  /** Returns the state of each pool; the embedded database has none. */
  pools(): readonly PoolState[];
  close(): Promise<void>;
}
