import { Table, TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';
import { addColumns } from './0003-release-0-3-0/add-columns';
import { bigint, id, index, int, NULLABLE, unique, varchar } from './tables';

const scimToken = new Table({
  name: 'scim_token',
  columns: [
    id(),
    int('company_id'),
    varchar('name', 255),
    varchar('token_hash', 64),
    varchar('prefix', 16),
    bigint('created_at'),
    bigint('last_used_at', NULLABLE),
  ],
  indices: [unique('ux_scim_token_hash', 'token_hash'), index('ix_scim_token_company', 'company_id')],
});

const userOfExternalId = unique('ux_user_external', 'company_id', 'external_id');

/** Adds the tokens of SCIM, and the ids of users at their identity provider. */
export class ScimTokens1700000220023 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(scimToken, true);
    await addColumns(runner, 'app_user', { external_id: 'varchar(255) NULL' });
    const { indices = [] } = (await runner.getTable('app_user')) ?? {};
    if (!indices.some(({ name }) => name === userOfExternalId.name))
      await runner.createIndex('app_user', new TableIndex(userOfExternalId));
  }

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
