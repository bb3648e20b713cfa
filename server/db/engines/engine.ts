import type { DataSource, QueryRunner } from 'typeorm';
import type { Row } from './sqlite-driver';

export type Value = string | number | boolean | null | undefined;

/** A value as statements take it. @throws TypeError for what is none */
export function sqlValue(value: unknown): Value {
  if (value == null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  throw new TypeError(`${typeof value} is no value of a statement`);
}

/** How a transaction ended. */
export type Ending =
  | 'committed'
  /** Nothing of it is kept, and its connection is known to stand outside of any transaction. */
  | 'rolledBack'
  /** Nobody knows what its connection stands in. */
  | 'doubtful';

/** The connections to one kind of database. */
export interface Engine {
  /** For reading only. */
  readonly reader: DataSource;
  /** For migrations; transactions are begun by `begin`. */
  readonly writer: DataSource;
  /** Rows of one SELECT outside any transaction. @param often see Database.read @throws ReadTimeLimitError, DatabaseAwayError */
  read(sql: string, params: readonly Value[], often: boolean): Promise<Row[]>;
  /** A runner outside any transaction. @throws when no connection that can be relied on is to be had */
  begin(): Promise<QueryRunner>;
  /** Whether a runner stands in a transaction; `undefined` where only the server knows. */
  isOpen(runner: QueryRunner): boolean | undefined;
  /** Gives back the runner; a doubtful one's connection is never used again. */
  end(runner: QueryRunner, ending: Ending): Promise<void>;
  /** Whether there is room for more than a word, as far as this side can see. */
  hasRoom(): Promise<boolean>;
  close(): Promise<void>;
}
