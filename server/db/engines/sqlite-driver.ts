import { DatabaseSync } from '@photostructure/sqlite';
import type { UnknownRecord } from '../../../shared/records';
import { writtenFunction } from '../../compile-function';

export type Bindable = null | number | bigint | string | Uint8Array;

/** What the embedded engine binds: booleans as 0/1, instants as text, absent as NULL. */
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
 * Makes objects of rows that come as arrays, with one literal written for the statement: setting a name
 * at a time across the engine's boundary takes half of reading a wide report.
 */
function compiledMaker(names: readonly string[]): (values: readonly unknown[]) => Row {
  // A repeated name keeps its last value, as in any driver. In brackets "__proto__" is a name like any other.
  const literal = names.map((name, index) => {
    const key = JSON.stringify(name);
    return `${name === '__proto__' ? `[${key}]` : key}: values[${index}]`;
  });
  return writtenFunction<(values: readonly unknown[]) => Row>(
    {},
    `return (values) => ({ ${literal.join(', ')} });`,
  );
}

/** More rows than this are worth the compiling. */
const FEW = 20;

/** Makes objects of rows that come as arrays. */
export function rowMaker(names: readonly string[]): (rows: readonly (readonly unknown[])[]) => Row[] {
  let compiled: ((values: readonly unknown[]) => Row) | undefined;
  const plain = (values: readonly unknown[]): Row =>
    Object.fromEntries(names.map((name, index) => [name, values[index]]));
  return (rows) => rows.map(rows.length > FEW ? (compiled ??= compiledMaker(names)) : (compiled ?? plain));
}

/**
 * Gives TypeORM's better-sqlite3 driver the surface it needs over the engine of `node:sqlite`,
 * which is prebuilt for every platform and needs no compiler. Every transaction begins
 * IMMEDIATE: a deferred one that reads first fails when another process wrote meanwhile.
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
    const toRows = reader ? rowMaker(names) : undefined;
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

  /** Whether a transaction is open. The engine itself knows: it rolls back by itself on some errors. */
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
