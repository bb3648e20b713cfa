import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns } from './0003-release-0-3-0/add-columns';

/** Adds the chat that receives a scheduled report beside or instead of its mails. */
export class ScheduleChats1700000320033 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'report_schedule', { webhook_url: 'varchar(2048) NULL' });
  }

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
