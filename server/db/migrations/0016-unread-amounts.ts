import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';
import { index } from './tables';

const unreadAmounts = index('ix_conversion_amount_text', 'product_id', 'amount_text', 'time');

/** Adds an index of the few conversions with an unread amount. */
export class UnreadAmounts1700000150016 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { indices = [] } = (await runner.getTable('conversion')) ?? {};
    if (indices.some(({ name }) => name === unreadAmounts.name)) return;
    await runner.createIndex('conversion', new TableIndex(unreadAmounts));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('conversion', 'ix_conversion_amount_text');
  }
}
