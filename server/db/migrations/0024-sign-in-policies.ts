import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { addColumns } from './0003-release-0-3-0/add-columns';
import { int, KEY, NULLABLE, varchar } from './tables';

/** Adds the companies' rules of who needs a second factor, and the begin of sessions. */
export class SignInPolicies1700000230024 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const columns = [
      int('company_id', KEY),
      varchar('factor_roles', 32),
      int('factor_from', NULLABLE),
      int('version'),
    ];
    await runner.createTable(new Table({ name: 'sign_in_policy', columns }), true);
    await addColumns(runner, 'refresh_token', { began_at: 'bigint NULL' });
  }

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
