import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { bigint, id, int, varchar } from '../0001-initial/columns';

const NOTE = new Table({
  name: 'note',
  columns: [
    id(),
    int('version'),
    bigint('created_at'),
    bigint('updated_at'),
    int('product_id'),
    int('day'),
    varchar('note_text', 500),
    int('author_id'),
  ],
  indices: [{ name: 'ix_note_product', columnNames: ['product_id', 'day'] }],
});

const READ_TOKEN = new Table({
  name: 'read_token',
  columns: [
    id(),
    int('user_id'),
    int('product_id'),
    varchar('name', 255),
    varchar('token_hash', 64),
    varchar('prefix', 16),
    bigint('created_at'),
    bigint('last_used_at', { isNullable: true }),
  ],
  indices: [
    { name: 'ux_read_token_hash', columnNames: ['token_hash'], isUnique: true },
    { name: 'ix_read_token_user', columnNames: ['user_id', 'product_id'] },
  ],
});

/** Adds notes on days, and read tokens of a product. */
export class NotesAndReadTokens1700000000022 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(NOTE);
    await runner.createTable(READ_TOKEN);
  }

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
