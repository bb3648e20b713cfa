import { Table, type MigrationInterface, type QueryRunner, type TableOptions } from 'typeorm';
import { bigint, int, text, varchar } from '../0001-initial/columns';

const DELIVERY: TableOptions = {
  name: 'delivery',
  columns: [
    varchar('id', 128, { isPrimary: true }),
    varchar('kind', 20),
    int('subject_id'),
    int('user_id', { isNullable: true }),
    bigint('for_time'),
    text('payload', { isNullable: true }),
    bigint('created_at'),
    bigint('due_at', { isNullable: true }),
    int('attempts'),
    varchar('owner', 64, { isNullable: true }),
    varchar('reason', 255, { isNullable: true }),
    bigint('handed_at', { isNullable: true }),
    varchar('outcome', 10, { isNullable: true }),
    bigint('ended_at', { isNullable: true }),
  ],
  indices: [
    { name: 'ix_delivery_due', columnNames: ['due_at'] },
    { name: 'ix_delivery_subject', columnNames: ['kind', 'subject_id', 'created_at'] },
  ],
};

/** What goes out once, by mail or otherwise. */
export class Deliveries1700000000019 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(new Table(DELIVERY));
  }

  async down(): Promise<void> {
    throw new Error('The schema is never moved back');
  }
}
