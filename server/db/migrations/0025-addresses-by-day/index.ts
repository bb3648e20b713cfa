import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Addresses are found day by day. An index by address alone is written to at random places: where it does not fit in memory, each row
 * stored waits for the disk. Behind the day only that of the last days is written to, however many rows there are.
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
    throw new Error('The schema is never moved back');
  }
}
