import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { AD_MONTH_FACTS, MEDIA_FACTS, RESULT_FACTS, rollup } from './0002-release-0-2-0/rollup-tables';
import { ORDER_FACTS } from './0003-release-0-3-0/orders';

const productDays = new Table(
  rollup(
    'rollup_product_day',
    ['day', 'evaluation'],
    [...AD_MONTH_FACTS, ...RESULT_FACTS, ...ORDER_FACTS, ...MEDIA_FACTS],
  ),
);

/**
 * Adds the totals of a product's days. Marks every day with facts since 1: the worker computes the totals, and
 * reports read other rollups until no such mark of the product is left.
 */
export class ProductDays1700000060007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(productDays, true);
    await runner.query('UPDATE stale_media_day SET since = 1');
    await runner.query(`INSERT INTO stale_media_day (product_id, day, since, marks)
      SELECT f.product_id, f.day, 1, 1 FROM figure_version f
        WHERE NOT EXISTS (SELECT 1 FROM stale_media_day s WHERE s.product_id = f.product_id AND s.day = f.day)`);
  }

  down = (runner: QueryRunner): Promise<void> => runner.dropTable('rollup_product_day');
}
