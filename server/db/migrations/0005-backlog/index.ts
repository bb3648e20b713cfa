import { Table, TableIndex, type MigrationInterface, type QueryRunner, type TableOptions } from 'typeorm';
import { bigint, int, varchar } from '../0001-initial/columns';

const ACCESS_REF: TableOptions = {
  name: 'access_ref',
  columns: [
    int('product_id', { isPrimary: true }),
    varchar('interaction_ref', 128, { isPrimary: true }),
    varchar('access_id', 128, { isPrimary: true }),
    varchar('visitor_id', 128),
    bigint('time'),
  ],
  indices: [{ name: 'ix_access_ref_visitor', columnNames: ['product_id', 'visitor_id', 'time'] }],
};

const STALE_DAY: TableOptions = {
  name: 'stale_day',
  columns: [
    int('product_id', { isPrimary: true }),
    int('day', { isPrimary: true }),
    bigint('since'),
    int('marks'),
  ],
};

const BY_VISITOR = new TableIndex({
  name: 'ix_stale_visitor_visitor',
  columnNames: ['product_id', 'visitor_id'],
});

/**
 * Speeds up a backlog. The few views with an interaction get their own table, because an index over an almost
 * empty column misleads the planners. Marks of a visitor become adjacent, and each day is marked once.
 */
export class Backlog1700000000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(new Table(ACCESS_REF), true);
    await runner.query(`INSERT INTO access_ref (product_id, interaction_ref, access_id, visitor_id, time)
      SELECT product_id, interaction_ref, id, visitor_id, time FROM access WHERE interaction_ref IS NOT NULL`);
    await runner.dropIndex('access', 'ix_access_interaction_ref');
    // Quoted because it is a reserved word of MySQL; the schema is unchanged.
    await runner.query('ALTER TABLE stale_visitor ADD COLUMN `stored` integer');
    await runner.createIndex('stale_visitor', BY_VISITOR);
    await runner.renameTable('stale_day', 'stale_day_before');
    await runner.createTable(new Table(STALE_DAY));
    await runner.query(
      'INSERT INTO stale_day (product_id, day, since, marks) SELECT DISTINCT product_id, day, 1, 1 FROM stale_day_before',
    );
    await runner.dropTable('stale_day_before');
  }

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
