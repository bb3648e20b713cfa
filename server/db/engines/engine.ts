import type { DataSource, QueryRunner } from 'typeorm';
import type { Row } from './sqlite-driver';

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
  /** Returns whether there is disk space for the next transactions, as far as this process can see. */
  hasRoom(): Promise<boolean>;
  close(): Promise<void>;
}
