import { Table, type QueryRunner } from 'typeorm';
import { bigint, each, id, index, int, NULLABLE, text, unique, varchar } from '../tables';
import { addColumns } from './add-columns';

/** Adds the sources of incoming postbacks, the statuses they report, and the unread amounts of conversions. */
export async function createPostbackSources(runner: QueryRunner): Promise<void> {
  await addColumns(runner, 'conversion', { amount_text: 'varchar(255) NULL' });
  await addColumns(runner, 'result_history', { author: 'varchar(255) NULL' });
  const tables = [
    {
      name: 'postback_source',
      columns: [
        id(),
        ...each(int, ['product_id', 'cv_setting_id']),
        varchar('name', 255),
        text('names'),
        text('status_words'),
        varchar('token_hash', 64),
        varchar('prefix', 16),
        bigint('created_at'),
        bigint('last_used_at', NULLABLE),
      ],
      indices: [
        unique('ux_postback_source_hash', 'token_hash'),
        index('ix_postback_source_product', 'product_id'),
      ],
    },
    {
      name: 'reported_status',
      columns: [
        id(),
        ...each(int, ['product_id', 'cv_setting_id']),
        varchar('event_id', 128),
        int('status'),
        varchar('source', 255),
        bigint('reported_at'),
      ],
      indices: [index('ix_reported_status_product', 'product_id', 'id')],
    },
  ];
  for (const options of tables) await runner.createTable(new Table(options), true);
}
