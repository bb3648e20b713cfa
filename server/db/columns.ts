import {
  Column,
  PrimaryGeneratedColumn,
  VersionColumn,
  DefaultNamingStrategy,
  type ColumnOptions,
  type NamingStrategyInterface,
} from 'typeorm';
import type { z } from 'zod';

/** Instants are stored as epoch milliseconds (UTC); the MariaDB driver returns BIGINT as text. */
const instant = {
  to: (value: Date | null | undefined) => (value == null ? value : value.getTime()),
  from: (value: string | number | null) => (value === null ? null : new Date(Number(value))),
};

/** Money is stored as whole 1/100 yen (sen) in a DOUBLE, exact to 9 x 10^15; entities have yen. */
const sen = {
  to: (yen: number | null | undefined) => (yen == null ? yen : Math.round(yen * 100)),
  from: (value: string | number | null) => (value === null ? null : Number(value) / 100),
};

/** SQLite returns 0 and 1, MariaDB's driver booleans. */
const flag = {
  to: (value: boolean | null | undefined) => (value == null ? value : value ? 1 : 0),
  from: (value: unknown) => (value === null ? null : value === true || Number(value) === 1),
};

/** Generated numeric key of a setting. */
export const Id = () => PrimaryGeneratedColumn('increment', { type: 'integer' });

/** Generated 64-bit key of the rows of a log or a queue, whose number has no bound. */
export const LongId = () => PrimaryGeneratedColumn('increment', { type: 'int8' });

/** Key of a row of a log. */
export const LongRef = (options: ColumnOptions = {}) => Column({ type: 'int8', ...options });

/** Key of another setting; `null` for an optional relation. */
export const Ref = (options: ColumnOptions = {}) => Column({ type: 'integer', ...options });

export const Int = (options: ColumnOptions = {}) => Column({ type: 'integer', ...options });

export const Varchar = (length: number, options: ColumnOptions = {}) =>
  Column({ type: 'varchar', length, ...options });

export const LongText = (options: ColumnOptions = {}) => Column({ type: 'text', nullable: true, ...options });

export const Flag = (options: ColumnOptions = {}) =>
  Column({ type: 'smallint', transformer: flag, ...options });

/** Instant: a Date in code, epoch milliseconds in the database. */
export const Instant = (options: ColumnOptions = {}) =>
  Column({ type: 'bigint', transformer: instant, ...options });

/** Epoch milliseconds as a plain number, for the event logs. */
export const Millis = (options: ColumnOptions = {}) =>
  Column({
    type: 'bigint',
    transformer: {
      to: (v: number | null) => v,
      from: (v: string | number | null) => (v === null ? null : Number(v)),
    },
    ...options,
  });

/** Yen in code, sen in the database; the column's name ends in `_sen`. */
export const Yen = (name: string, options: ColumnOptions = {}) =>
  Column({ name, type: 'double', transformer: sen, ...options });

/** Columns of all editable settings. */
export abstract class Setting {
  @Id()
  id!: number;

  /** Number of saves; a save with a stale version is rejected. */
  @VersionColumn({ type: 'integer' })
  version!: number;

  @Instant()
  createdAt: Date = new Date();

  @Instant()
  updatedAt: Date = new Date();
}

/** camelCase in TypeScript, snake_case in SQL. `key1` stays `key1`. */
export const snakeCase = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();

export class SnakeNaming extends DefaultNamingStrategy implements NamingStrategyInterface {
  override tableName(className: string, customName?: string): string {
    return customName ?? snakeCase(className);
  }

  override columnName(propertyName: string, customName: string | undefined, prefixes: string[]): string {
    return [...prefixes, customName ?? snakeCase(propertyName)].join('_');
  }

  override joinColumnName(relationName: string, referencedColumnName: string): string {
    return snakeCase(`${relationName}_${referencedColumnName}`);
  }
}

/** Reads a JSON column. @throws ZodError if the stored value does not match the schema */
export const readJson = <T>(schema: z.ZodType<T>, text: string | null): T =>
  schema.parse(JSON.parse(text ?? 'null'));
