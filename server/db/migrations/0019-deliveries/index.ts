import { Table, TableColumn, type MigrationInterface, type QueryRunner, type TableOptions } from 'typeorm';
import { bigint, id, int, smallint, text, varchar } from '../0001-initial/columns';

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

const SETTING = [id(), int('version'), bigint('created_at'), bigint('updated_at')];

const SAVED_VIEW: TableOptions = {
  name: 'saved_view',
  columns: [
    ...SETTING,
    int('company_id'),
    int('user_id'),
    int('product_id', { isNullable: true }),
    varchar('code', 24),
    varchar('title', 255),
    varchar('path', 255),
    text('search', { isNullable: true }),
    varchar('report', 32, { isNullable: true }),
    text('report_query', { isNullable: true }),
    smallint('shared'),
  ],
  indices: [
    { name: 'ux_saved_view_code', columnNames: ['code'], isUnique: true },
    { name: 'ix_saved_view_company', columnNames: ['company_id', 'user_id'] },
  ],
};

const SAVED_VIEW_PIN: TableOptions = {
  name: 'saved_view_pin',
  columns: [int('user_id', { isPrimary: true }), int('view_id', { isPrimary: true })],
};

const REPORT_SCHEDULE: TableOptions = {
  name: 'report_schedule',
  columns: [
    ...SETTING,
    int('company_id'),
    int('user_id'),
    int('view_id'),
    int('product_id'),
    varchar('every', 8),
    int('weekday', { isNullable: true }),
    int('day_of_month', { isNullable: true }),
    int('hour'),
    text('recipients', { isNullable: true }),
    bigint('next_at', { isNullable: true }),
    varchar('paused_reason', 20, { isNullable: true }),
  ],
  indices: [
    { name: 'ux_report_schedule_view', columnNames: ['view_id', 'user_id'], isUnique: true },
    { name: 'ix_report_schedule_next', columnNames: ['next_at'] },
    { name: 'ix_report_schedule_company', columnNames: ['company_id'] },
  ],
};

/** Adds deliveries by mail and other channels, saved views, and scheduled reports. */
export class Deliveries1700000000019 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of [DELIVERY, SAVED_VIEW, SAVED_VIEW_PIN, REPORT_SCHEDULE])
      await runner.createTable(new Table(table));
    await runner.addColumn('app_user', new TableColumn(varchar('locale', 8, { isNullable: true })));
  }

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
