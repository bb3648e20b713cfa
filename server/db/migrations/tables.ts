import type { TableColumnOptions, TableIndexOptions } from 'typeorm';

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

export const KEY = { isPrimary: true };
export const NULLABLE = { isNullable: true };
export const ZERO = { default: '0' };

export const index = (name: string, ...columnNames: string[]): TableIndexOptions => ({ name, columnNames });
export const unique = (name: string, ...columnNames: string[]): TableIndexOptions => ({
  ...index(name, ...columnNames),
  isUnique: true,
});

/** Columns of one type. */
export const each = (
  column: typeof int,
  names: readonly string[],
  extra?: Parameters<typeof int>[1],
): TableColumnOptions[] => names.map((name) => column(name, extra));

/** Columns of all editable settings. */
export const SETTING = [id(), int('version'), bigint('created_at'), bigint('updated_at')];

/** Primary key of the rows of a product's day. */
export const PRODUCT_DAY = [int('product_id', KEY), int('day', KEY)];

/** Columns of a queue of days. */
export const MARKED_DAY = [...PRODUCT_DAY, bigint('since'), int('marks')];

/** Columns of a queue of messages to send. */
export const OUTBOX = [
  bigint('created_at'),
  bigint('due_at', NULLABLE),
  varchar('owner', 64, NULLABLE),
  varchar('reason', 255, NULLABLE),
];

/** Click ids and other values of media: networks send ids of 500 characters. */
export const CLICK_IDS = ['xclid', 'ses', 'key1', 'key2', 'key3'];
export const CLICK_ID_LENGTH = 1024;
