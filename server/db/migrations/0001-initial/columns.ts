import type { TableColumnOptions } from 'typeorm';

type Extra = Pick<TableColumnOptions, 'isPrimary' | 'isNullable' | 'default'>;

const column =
  (type: string) =>
  (name: string, extra: Extra = {}): TableColumnOptions => ({ name, type, ...extra });

/** Column types with the same meaning on SQLite and MariaDB. */
export const int = column('integer');
export const smallint = column('smallint');
export const bigint = column('bigint');
export const double = column('double');
export const text = column('text');
export const varchar = (name: string, length: number, extra: Extra = {}): TableColumnOptions => ({
  ...column('varchar')(name, extra),
  length: String(length),
});
export const id = (): TableColumnOptions => ({
  ...int('id', { isPrimary: true }),
  isGenerated: true,
  generationStrategy: 'increment',
});
