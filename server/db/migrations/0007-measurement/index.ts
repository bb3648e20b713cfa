import { Table, type MigrationInterface, type QueryRunner, type TableOptions } from 'typeorm';
import { bigint, int, varchar } from '../0001-initial/columns';

const MEASUREMENT_FIRING: TableOptions = {
  name: 'measurement_firing',
  columns: [
    int('product_id', { isPrimary: true }),
    varchar('interaction_id', 128, { isPrimary: true }),
    varchar('access_id', 128),
    bigint('fired_at'),
  ],
};

/** Records whose measurement tags were delivered to a page: each interaction's once. */
export class Measurement1700000000007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(new Table(MEASUREMENT_FIRING));
  }

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
