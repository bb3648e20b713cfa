import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { bigint, index, int, KEY, NULLABLE, smallint, text, unique, varchar } from './tables';

const TABLES = [
  {
    name: 'identity_provider',
    columns: [
      int('company_id', KEY),
      int('version'),
      varchar('issuer', 255),
      varchar('client_id', 255),
      text('sealed_secret'),
      varchar('role_claim', 255, NULLABLE),
      text('role_mapping', NULLABLE),
      smallint('enabled'),
      smallint('passwords_off'),
      int('emergency_user_id', NULLABLE),
    ],
  },
  {
    name: 'identity_domain',
    columns: [varchar('domain', 253, KEY), int('company_id')],
    indices: [index('ix_identity_domain_company', 'company_id')],
  },
  {
    name: 'user_identity',
    columns: [
      varchar('identity_hash', 64, KEY),
      int('user_id'),
      varchar('issuer', 255),
      varchar('subject', 255),
      bigint('created_at'),
      bigint('last_used_at'),
    ],
    indices: [unique('ux_user_identity_user', 'user_id', 'issuer')],
  },
  {
    name: 'provider_session',
    columns: [varchar('family', 36, KEY), int('user_id'), text('logout_url', NULLABLE)],
    indices: [index('ix_provider_session_user', 'user_id')],
  },
];

/** Adds identity providers of companies, and the accounts and sessions of their users there. */
export class IdentityProviders1700000210022 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.createTable(new Table(table), true);
  }

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
