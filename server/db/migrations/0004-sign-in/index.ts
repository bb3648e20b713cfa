import { Table, TableIndex, type MigrationInterface, type QueryRunner, type TableOptions } from 'typeorm';
import { bigint, id, int, varchar } from '../0001-initial/columns';

const TABLES: TableOptions[] = [
  {
    name: 'attempt',
    columns: [
      varchar('name', 64, { isPrimary: true }),
      int('failed'),
      bigint('failed_until'),
      int('pending'),
      bigint('pending_until'),
    ],
    indices: [{ name: 'ix_attempt_end', columnNames: ['failed_until'] }],
  },
  {
    name: 'reset_mail',
    columns: [
      id(),
      varchar('recipient', 254),
      varchar('locale', 8),
      bigint('created_at'),
      bigint('due_at', { isNullable: true }),
      int('attempts'),
      varchar('owner', 64, { isNullable: true }),
      varchar('reason', 255, { isNullable: true }),
    ],
    indices: [{ name: 'ix_reset_mail_due', columnNames: ['due_at'] }],
  },
];

const INDICES = [
  {
    table: 'stale_visitor',
    index: new TableIndex({ name: 'ix_stale_visitor_product', columnNames: ['product_id', 'id'] }),
  },
  {
    table: 'stale_day',
    index: new TableIndex({ name: 'ix_stale_day_product', columnNames: ['product_id', 'id'] }),
  },
];

/** Adds sign-in limits and mails across processes, and background work by product. */
export class SignIn1700000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const options of TABLES) await runner.createTable(new Table(options), true);
    for (const { table, index } of INDICES) await runner.createIndex(table, index);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { table, index } of INDICES) await runner.dropIndex(table, index);
    for (const options of [...TABLES].reverse()) await runner.dropTable(options.name);
  }
}
