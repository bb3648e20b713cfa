import { Table, type MigrationInterface, type QueryRunner, type TableOptions } from 'typeorm';
import { bigint, id, int, smallint, varchar } from '../0001-initial/columns';

const CUSTOM_MEASURE: TableOptions = {
  name: 'custom_measure',
  columns: [
    id(),
    int('version'),
    bigint('created_at'),
    bigint('updated_at'),
    int('company_id'),
    int('user_id'),
    varchar('title', 64),
    varchar('numerators', 255),
    varchar('denominator', 255),
    int('unit'),
    int('decimals'),
    smallint('shared'),
  ],
  indices: [{ name: 'ix_custom_measure_company', columnNames: ['company_id', 'user_id'] }],
};

/** Ratios that people of a company define. */
export class Alerts1700000000020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(new Table(CUSTOM_MEASURE));
  }

  async down(): Promise<void> {
    throw new Error('The schema is never moved back');
  }
}
