import { Table, type MigrationInterface, type QueryRunner, type TableOptions } from 'typeorm';
import { bigint, int, text, varchar } from '../0001-initial/columns';

const TABLES: TableOptions[] = [
  {
    name: 'approval_run',
    columns: [
      varchar('id', 32, { isPrimary: true }),
      int('product_id'),
      int('company_id'),
      int('user_id'),
      varchar('ip', 64, { isNullable: true }),
      varchar('undoes', 32, { isNullable: true }),
      int('to_status', { isNullable: true }),
      varchar('reason', 1000, { isNullable: true }),
      int('total'),
      int('done', { default: '0' }),
      int('changed', { default: '0' }),
      text('tally'),
      bigint('begun_at'),
      bigint('due_at'),
      int('undo_ms'),
      bigint('finished_at', { isNullable: true }),
    ],
    indices: [
      { name: 'ix_approval_run_open', columnNames: ['finished_at', 'product_id'] },
      { name: 'ix_approval_run_user', columnNames: ['user_id', 'begun_at'] },
    ],
  },
  {
    name: 'approval_run_part',
    columns: [varchar('run_id', 32, { isPrimary: true }), int('part', { isPrimary: true }), text('ids')],
  },
];

/** Adds approvals that are too large for one transaction, and their pending parts. */
export class ApprovalRuns1700000000021 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.createTable(new Table(table));
  }

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
