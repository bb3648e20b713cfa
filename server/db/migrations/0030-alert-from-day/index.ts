import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';
import { int } from '../0001-initial/columns';

/** Adds the day from which an alert applies: an alert saved today must not fire for a past day. */
export class AlertFromDay1700000000030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('alert', new TableColumn(int('from_day', { isNullable: true })));
  }

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
