import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { bigint, int, text, varchar } from '../0001-initial/columns';

const PAGE_LINK = new Table({
  name: 'page_link',
  columns: [
    varchar('code', 24, { isPrimary: true }),
    int('company_id'),
    int('product_id', { isNullable: true }),
    int('user_id'),
    varchar('path', 255),
    text('search', { isNullable: true }),
    bigint('created_at'),
  ],
  indices: [{ name: 'ix_page_link_user', columnNames: ['user_id'] }],
});

/** Adds short links of pages. */
export class PageLinks1700000000029 implements MigrationInterface {
  up = (runner: QueryRunner): Promise<void> => runner.createTable(PAGE_LINK);

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
