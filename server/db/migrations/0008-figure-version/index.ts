import { Table, type MigrationInterface, type QueryRunner, type TableOptions } from 'typeorm';
import { int } from '../0001-initial/columns';

const FIGURE_VERSION: TableOptions = {
  name: 'figure_version',
  columns: [int('product_id', { isPrimary: true }), int('day', { isPrimary: true }), int('version')],
};

/** Counts the changes of each day's rollups, so clients can detect them without reading reports. */
export class FigureVersion1700000000008 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(new Table(FIGURE_VERSION));
    await runner.query(`INSERT INTO figure_version (product_id, day, version)
      SELECT product_id, day, 1 FROM rollup_touch_day UNION SELECT product_id, day, 1 FROM rollup_cv_day`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
