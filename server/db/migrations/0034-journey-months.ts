import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { bigint, int, KEY, NULLABLE, text } from './tables';

const PRODUCT_MONTH = [int('product_id', KEY), int('month', KEY)];

const TABLES = [
  new Table({
    name: 'journey_month',
    columns: [...PRODUCT_MONTH, int('place', KEY), text('journeys')],
  }),
  new Table({
    name: 'journey_month_mark',
    columns: [...PRODUCT_MONTH, int('marks'), int('stored_marks', NULLABLE), bigint('stored_at', NULLABLE)],
  }),
];

/**
 * Adds the journeys of each month. Marks the months with data: the worker stores them, and until then they are
 * read from the logs.
 */
export class JourneyMonths1700000330034 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.createTable(table, true);
    await runner.query('DELETE FROM journey_month_mark');
    await runner.query(`INSERT INTO journey_month_mark (product_id, month, marks)
      SELECT DISTINCT product_id, FLOOR(day / 100), 1
        FROM (SELECT product_id, day FROM figure_version UNION SELECT product_id, day FROM stale_day) days`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of TABLES) await runner.dropTable(name);
  }
}
