import { Table, TableIndex, type QueryRunner } from 'typeorm';
import { bigint, double, index, int, KEY, NULLABLE, smallint, varchar } from '../tables';
import { addColumns } from './add-columns';

const COUNT_FACTS = ['cv_approved', 'cv_rejected', 'cv_pending', 'cv_cancelled'];
export const ORDER_FACTS = [...COUNT_FACTS, 'amount_net_sen', 'amount_approved_sen'];
const FACT_TABLES = [
  ...['day', 'month', 'fine_day', 'fine_month'].map((period) => `rollup_cv_${period}`),
  'rollup_ad_month',
];

const AMENDMENTS = new Table({
  name: 'conversion_amendment',
  columns: [
    int('product_id', KEY),
    varchar('id', 128, KEY),
    bigint('time'),
    int('conversion_id'),
    int('cv_setting_id'),
    varchar('order_digest', 43, NULLABLE),
    double('amount_sen', NULLABLE),
    smallint('cancelled', NULLABLE),
    varchar('reason', 1000, NULLABLE),
    varchar('door', 10),
    int('user_id', NULLABLE),
    bigint('stored_at'),
  ],
  indices: [
    index('ix_conversion_amendment_conversion', 'conversion_id'),
    index('ix_conversion_amendment_order', 'product_id', 'order_digest'),
  ],
});

const CONVERSION_INDICES = [
  index('ix_conversion_order', 'product_id', 'cv_setting_id', 'order_digest'),
  index('ix_conversion_excluded', 'product_id', 'excluded_reason', 'time'),
];

/**
 * Adds orders, their amendments and the facts of both. Marks every day with conversions: the worker computes
 * the new facts, newest day first.
 */
export async function changeOrders(runner: QueryRunner): Promise<void> {
  await addColumns(runner, 'cv_setting', { order_key: 'varchar(255) NULL' });
  await addColumns(runner, 'conversion', {
    order_digest: 'varchar(43) NULL',
    duplicate_of: 'varchar(128) NULL',
    amended_sen: 'double NULL',
    cancelled: 'smallint NOT NULL DEFAULT 0',
  });
  await runner.createTable(AMENDMENTS, true);
  const names = (await runner.getTable('conversion'))?.indices.map(({ name }) => name) ?? [];
  for (const options of CONVERSION_INDICES)
    if (!names.includes(options.name)) await runner.createIndex('conversion', new TableIndex(options));
  // Marked first: an aborted run repeats this until the last column is there.
  if (!(await runner.hasColumn('rollup_ad_month', 'amount_approved_sen')))
    await runner.query(`INSERT INTO stale_day (product_id, day, since, marks)
      SELECT DISTINCT c.product_id, c.day, 1, 1 FROM conversion c
        WHERE NOT EXISTS (SELECT 1 FROM stale_day s WHERE s.product_id = c.product_id AND s.day = c.day)`);
  for (const table of FACT_TABLES)
    await addColumns(
      runner,
      table,
      Object.fromEntries(ORDER_FACTS.map((name) => [name, 'double NOT NULL DEFAULT 0'])),
    );
}
