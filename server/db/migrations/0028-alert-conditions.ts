import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns } from './0003-release-0-3-0/add-columns';

/** Adds the conditions on metric values that a case must meet before an alert checks it. */
export class AlertConditions1700000270028 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'alert', { figures: 'varchar(1000) NULL' });
  }

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
