import {
  Table,
  TableColumn,
  TableIndex,
  type MigrationInterface,
  type QueryRunner,
  type TableOptions,
} from 'typeorm';
import { bigint, id, int, text, varchar } from '../0001-initial/columns';

const TABLES: TableOptions[] = [
  {
    name: 'erasure',
    columns: [
      id(),
      varchar('number', 32),
      int('company_id'),
      int('product_id'),
      varchar('subject_kind', 16),
      varchar('subject_digest', 43),
      bigint('requested_at'),
      int('user_id', { isNullable: true }),
      varchar('user_name', 255),
      bigint('finished_at', { isNullable: true }),
      text('counts'),
      text('work', { isNullable: true }),
    ],
    indices: [
      new TableIndex({ name: 'ux_erasure_number', columnNames: ['number'], isUnique: true }),
      new TableIndex({ name: 'ix_erasure_product', columnNames: ['product_id', 'requested_at'] }),
      new TableIndex({ name: 'ix_erasure_subject', columnNames: ['product_id', 'subject_digest'] }),
    ],
  },
  {
    name: 'erased_person',
    columns: [
      int('product_id', { isPrimary: true }),
      varchar('digest', 43, { isPrimary: true }),
      bigint('erased_at'),
    ],
  },
  {
    name: 'plain_key',
    columns: [
      int('product_id', { isPrimary: true }),
      varchar('kind', 16, { isPrimary: true }),
      varchar('id', 255, { isPrimary: true }),
    ],
  },
  { name: 'personal_key', columns: [int('product_id', { isPrimary: true }), varchar('secret', 64)] },
];

/**
 * Adds erasure: its receipts, the digests that identify late events of erased persons, and the digests' key.
 */
export class Privacy1700000000015 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.createTable(new Table(table));
    await runner.addColumn('result', new TableColumn(bigint('erased_at', { isNullable: true })));
  }

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
