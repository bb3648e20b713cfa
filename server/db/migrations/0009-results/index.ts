import { Table, TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';
import { bigint } from '../0001-initial/columns';
import { POSTBACK_TABLES } from './postback-tables';
import { RESULT_TABLES } from './result-tables';
import { RESULT_ROLLUPS } from './rollup-tables';

/** Creation time of a conversion's results; null for conversions from before results existed. */
const RESULTS_MADE_AT = new TableColumn(bigint('results_made_at', { isNullable: true }));

/** Adds results, their approval, their postbacks, and their costs in the rollups. */
export class Results1700000000009 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of [...RESULT_TABLES, ...POSTBACK_TABLES, ...RESULT_ROLLUPS])
      await runner.createTable(new Table(table));
    await runner.addColumn('conversion', RESULTS_MADE_AT);
  }

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
