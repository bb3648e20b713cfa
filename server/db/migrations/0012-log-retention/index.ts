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

/** For how long raw logs are kept, and how far they have gone. */
export class LogRetention1700000000012 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE product ADD COLUMN log_retention_months integer');
    await runner.createTable(new Table(LOG_HORIZON));
  }

  async down(): Promise<void> {
    throw new Error('The schema is never moved back');
  }
}
