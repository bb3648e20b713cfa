import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Renames a column: `stored` is a reserved word of MySQL, although MariaDB and SQLite accept it. */
export class StoredEvents1700000000031 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE stale_visitor RENAME COLUMN `stored` TO stored_events');
  }

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
