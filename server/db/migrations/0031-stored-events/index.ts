import type { MigrationInterface, QueryRunner } from 'typeorm';

/** `stored` is a word of MySQL's own, which no statement may name as it is; the databases beside it take it. */
export class StoredEvents1700000000031 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE stale_visitor RENAME COLUMN `stored` TO stored_events');
  }

  async down(): Promise<void> {
    throw new Error('The schema is never moved back');
  }
}
