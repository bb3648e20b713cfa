import { Table, type MigrationInterface, type QueryRunner, type TableOptions } from 'typeorm';
import { int } from '../0001-initial/columns';

const LOG_HORIZON: TableOptions = {
  name: 'log_horizon',
  columns: [
    int('product_id', { isPrimary: true }),
    int('sealed_before'),
    int('forget_before'),
    int('kept_from'),
    int('longest_term'),
  ],
};

/** Adds the retention of raw logs and their current horizon. */
export class LogRetention1700000000012 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE product ADD COLUMN log_retention_months integer');
    await runner.createTable(new Table(LOG_HORIZON));
  }

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
