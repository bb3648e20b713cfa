import type { TableOptions } from 'typeorm';
import { bigint, id, int, smallint, text, varchar } from '../0001-initial/columns';

/** Postbacks and their attempts. */
export const POSTBACK_TABLES: TableOptions[] = [
  {
    name: 'postback',
    columns: [
      varchar('id', 32, { isPrimary: true }),
      int('product_id'),
      int('asp_id', { default: '0' }),
      int('ad_id', { default: '0' }),
      varchar('result_id', 32, { isNullable: true }),
      varchar('kind', 16),
      int('approval_status', { isNullable: true }),
      text('url'),
      bigint('created_at'),
      bigint('due_at', { isNullable: true }),
      int('attempts', { default: '0' }),
      varchar('owner', 64, { isNullable: true }),
      varchar('reason', 255, { isNullable: true }),
      smallint('result_status', { isNullable: true }),
      bigint('executed_at', { isNullable: true }),
    ],
    indices: [
      { name: 'ix_postback_time', columnNames: ['product_id', 'created_at'] },
      { name: 'ix_postback_status', columnNames: ['product_id', 'result_status', 'created_at'] },
      { name: 'ix_postback_result', columnNames: ['result_id'] },
    ],
  },
  {
    name: 'postback_attempt',
    columns: [
      id(),
      int('product_id'),
      varchar('postback_id', 32),
      bigint('at'),
      text('url'),
      text('request_headers', { isNullable: true }),
      int('http_status', { isNullable: true }),
      varchar('error', 32, { isNullable: true }),
      varchar('error_detail', 255, { isNullable: true }),
      int('duration_ms'),
      text('answer', { isNullable: true }),
    ],
    indices: [{ name: 'ix_postback_attempt_postback', columnNames: ['postback_id', 'id'] }],
  },
];
