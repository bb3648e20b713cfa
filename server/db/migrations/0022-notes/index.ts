import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { bigint, id, int, varchar } from '../0001-initial/columns';

const NOTE = new Table({
  name: 'note',
  columns: [id(), int('version'), bigint('created_at'), bigint('updated_at'), int('product_id'), int('day'), varchar('note_text', 500), int('author_id')],
  indices: [{ name: 'ix_note_product', columnNames: ['product_id', 'day'] }],
});

/** What people write down about days. */
export class Notes1700000000022 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(NOTE);
  }

  async down(): Promise<void> {
    throw new Error('The schema is never moved back');
  }
}
