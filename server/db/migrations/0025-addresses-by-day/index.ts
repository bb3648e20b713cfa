import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Indexes addresses by day. An index by address alone is written at random places, and each insert waits for
 * the disk once it exceeds memory. With the day first, only its most recent part is written.
 */
export class AddressesByDay1700000000025 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const log of ['interaction', 'access', 'conversion']) {
      await runner.dropIndex(log, `ix_${log}_ip`);
      await runner.createIndex(
        log,
        new TableIndex({ name: `ix_${log}_ip`, columnNames: ['product_id', 'day', 'ip', 'time'] }),
      );
    }
  }

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
