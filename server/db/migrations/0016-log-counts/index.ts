import { Table, TableIndex, type MigrationInterface, type QueryRunner, type TableOptions } from 'typeorm';
import { int } from '../0001-initial/columns';

const COUNTS = ['interaction_count', 'access_count', 'reference_count', 'conversion_count', 'result_count'];

const ROLLUP_LOG_DAY: TableOptions = {
  name: 'rollup_log_day',
  columns: [
    int('product_id', { isPrimary: true }),
    int('day', { isPrimary: true }),
    ...COUNTS.map((name) => int(name)),
  ],
};

const CONTACTS = ['interaction', 'access'];

/**
 * Counts the rows of each log per day, so the lists of a year need no count; indexes find addresses and
 * reasons of exclusion.
 */
export class LogCounts1700000000016 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(new Table(ROLLUP_LOG_DAY));
    for (const log of [...CONTACTS, 'conversion'])
      await runner.createIndex(
        log,
        new TableIndex({ name: `ix_${log}_ip`, columnNames: ['product_id', 'ip', 'time'] }),
      );
    for (const log of CONTACTS)
      await runner.createIndex(
        log,
        new TableIndex({
          name: `ix_${log}_excluded`,
          columnNames: ['product_id', 'excluded_reason', 'time'],
        }),
      );
    // The background work counts existing days, like all marked ones; until then they are counted on request.
    const days = ['rollup_touch_day', 'rollup_cv_day']
      .map((table) => `SELECT product_id, day FROM ${table}`)
      .join(' UNION ');
    const marked = 'EXISTS (SELECT 1 FROM stale_day s WHERE s.product_id = d.product_id AND s.day = d.day)';
    await runner.query(
      `INSERT INTO stale_day (product_id, day, since, marks) SELECT d.product_id, d.day, 1, 1 FROM (${days}) d WHERE NOT ${marked}`,
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
