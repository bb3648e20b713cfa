import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { bigint, id, index, int, NULLABLE, smallint, text, unique, varchar } from './tables';

const PASSKEY = {
  name: 'passkey',
  columns: [
    id(),
    int('user_id'),
    varchar('credential_hash', 64),
    text('credential_id'),
    text('public_key'),
    bigint('counter'),
    varchar('transports', 255),
    varchar('name', 255),
    smallint('passwordless'),
    bigint('created_at'),
    bigint('last_used_at', NULLABLE),
  ],
  indices: [index('ix_passkey_user', 'user_id'), unique('ux_passkey_credential', 'credential_hash')],
};

/** Adds the passkeys of users. */
export class Passkeys1700000200021 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(new Table(PASSKEY), true);
  }

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
