import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { double, each, int, NULLABLE, SETTING, unique, varchar } from './tables';

const target = new Table({
  name: 'target',
  columns: [
    ...SETTING,
    int('product_id'),
    varchar('month', 6),
    ...each(int, ['ad_id', 'asp_id'], NULLABLE),
    varchar('scope_key', 24),
    int('cv', NULLABLE),
    ...each(double, ['cost_sen', 'cpa_sen', 'roas', 'amount_sen'], NULLABLE),
  ],
  indices: [unique('ux_target_month', 'product_id', 'month', 'scope_key')],
});

/** Adds the monthly targets of products, ads and asps. */
export class Targets1700000240025 implements MigrationInterface {
  up = (runner: QueryRunner): Promise<void> => runner.createTable(target, true);

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
