import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { addColumns } from './0003-release-0-3-0/add-columns';
import { bigint, id, index, int, NULLABLE, SETTING, smallint, text, unique, varchar, ZERO } from './tables';

const clientReport = new Table({
  name: 'client_report',
  columns: [
    ...SETTING,
    int('company_id'),
    int('user_id'),
    int('product_id'),
    varchar('title', 255),
    varchar('addressee', 255, NULLABLE),
    varchar('sender', 255, NULLABLE),
    varchar('period', 16, NULLABLE),
    text('parts', NULLABLE),
    smallint('shared'),
    varchar('every', 8, NULLABLE),
    int('weekday', NULLABLE),
    int('day_of_month', NULLABLE),
    int('hour', NULLABLE),
    text('recipients', NULLABLE),
    bigint('next_at', NULLABLE),
  ],
  indices: [
    index('ix_client_report_company', 'company_id', 'user_id'),
    index('ix_client_report_next', 'next_at'),
  ],
});

const outsideRecipient = new Table({
  name: 'outside_recipient',
  columns: [
    id(),
    int('company_id'),
    varchar('email', 254),
    bigint('created_at'),
    bigint('expires_at'),
    bigint('confirmed_at', NULLABLE),
    bigint('stopped_at', NULLABLE),
  ],
  indices: [unique('ux_outside_recipient_email', 'company_id', 'email')],
});

const reportShare = new Table({
  name: 'report_share',
  columns: [
    id(),
    int('company_id'),
    int('user_id'),
    int('product_id'),
    int('view_id', NULLABLE),
    int('client_report_id', NULLABLE),
    varchar('token_hash', 64),
    varchar('prefix', 16),
    varchar('password_hash', 255, NULLABLE),
    bigint('expires_at'),
    smallint('notes'),
    text('embed_hosts', NULLABLE),
    bigint('created_at'),
    bigint('last_used_at', NULLABLE),
    int('opened_minute', ZERO),
    int('opened_count', ZERO),
  ],
  indices: [
    unique('ux_report_share_hash', 'token_hash'),
    index('ix_report_share_view', 'view_id'),
    index('ix_report_share_report', 'client_report_id'),
    index('ix_report_share_user', 'user_id'),
  ],
});

/** Adds client reports, links and recipients outside the company, and the products' switch for them. */
export class ReportShares1700000250026 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(clientReport, true);
    await runner.createTable(reportShare, true);
    await runner.createTable(outsideRecipient, true);
    await addColumns(runner, 'product', { sharing_allowed: 'smallint NOT NULL DEFAULT 1' });
  }

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
