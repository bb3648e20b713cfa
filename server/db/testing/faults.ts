import mysql2 from 'mysql2';
import { SqliteDriver } from '../engines/sqlite-driver';

/** Failure of a statement. */
export interface Fault {
  /** Creates the database's error. */
  readonly error: () => Error;
  /** Whether the statement is executed and only its response is lost; otherwise it is not executed. */
  readonly carriedOut?: boolean;
  /**
   * Whether the database rolls back the transaction by itself: SQLite on a full disk, MariaDB in a deadlock.
   */
  readonly rolledBack?: boolean;
}

/** Returns the fault of a statement, if any. */
export type Plan = (sql: string) => Fault | undefined;

let plan: Plan | undefined;

/** Applies a plan to every statement of this process, until undone. */
export function injectFaults(newPlan: Plan): () => void {
  plan = newPlan;
  return () => {
    plan = undefined;
  };
}

interface Statement {
  reader: boolean;
  all: (...params: unknown[]) => unknown[];
  run: (...params: unknown[]) => unknown;
}

function faultySqlite(): void {
  const prototype = SqliteDriver.prototype as unknown as {
    prepare(sql: string): Statement;
    exec(sql: string): void;
  };
  const prepare = prototype.prepare;
  prototype.prepare = function (this: SqliteDriver, sql) {
    const statement = prepare.call(this, sql);
    const during =
      <T>(work: (...params: unknown[]) => T) =>
      (...params: unknown[]): T => {
        const fault = plan?.(sql);
        if (!fault) return work(...params);
        if (fault.carriedOut) work(...params);
        if (fault.rolledBack && this.inTransaction) this.exec('ROLLBACK');
        throw fault.error();
      };
    return { reader: statement.reader, all: during(statement.all), run: during(statement.run) };
  };
}

type Callback = (error: Error | null, ...rest: unknown[]) => void;
interface MysqlConnection {
  query(sql: string | { sql: string }, params: unknown, callback?: Callback): unknown;
  stream: { destroy(): void };
}

function faultyMysql(): void {
  const Connection = (mysql2 as unknown as { Connection: { prototype: MysqlConnection } }).Connection;
  const query = Connection.prototype.query;
  Connection.prototype.query = function (this: MysqlConnection, sql, params, callback) {
    const done = (typeof params === 'function' ? params : callback) as Callback | undefined;
    const fault = done && plan?.(typeof sql === 'string' ? sql : sql.sql);
    if (!fault) return query.call(this, sql, params, callback);
    const fail = () => {
      const error = fault.error() as Error & { fatal?: boolean };
      if (error.fatal) this.stream.destroy();
      done(error);
    };
    if (fault.rolledBack) return query.call(this, 'ROLLBACK', [], fail);
    return fault.carriedOut
      ? query.call(this, sql, Array.isArray(params) ? params : [], fail)
      : setImmediate(fail);
  };
}

faultySqlite();
faultyMysql();

const sqlite = (errcode: number, message: string) => () =>
  Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode });
const mysql =
  (errno: number, code: string, message: string, fatal = false) =>
  () =>
    Object.assign(new Error(message), { errno, code, fatal });

/** Faults of the embedded database, by name. */
export const SQLITE_FAULTS = {
  'full disk': { error: sqlite(13, 'database or disk is full') },
  'full disk, rolled back by itself': { error: sqlite(13, 'database or disk is full'), rolledBack: true },
  'input/output error': { error: sqlite(10, 'disk I/O error') },
  'lost answer': { error: sqlite(10, 'disk I/O error'), carriedOut: true },
} satisfies Record<string, Fault>;

/** Faults of MariaDB, by name. */
export const MYSQL_FAULTS = {
  'full disk': { error: mysql(1021, 'ER_DISK_FULL', 'Disk full') },
  deadlock: {
    error: mysql(1213, 'ER_LOCK_DEADLOCK', 'Deadlock found when trying to get lock'),
    rolledBack: true,
  },
  'lost connection': { error: mysql(0, 'PROTOCOL_CONNECTION_LOST', 'Connection lost', true) },
  'lost answer': { error: mysql(0, 'PROTOCOL_CONNECTION_LOST', 'Connection lost', true), carriedOut: true },
} satisfies Record<string, Fault>;
