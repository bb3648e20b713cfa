import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { bigint, id, index, int, KEY, NULLABLE, varchar } from './tables';

const TABLES = [
  {
    name: 'second_factor',
    columns: [
      int('user_id', KEY),
      varchar('sealed_secret', 255),
      bigint('active_since', NULLABLE),
      bigint('last_step'),
    ],
  },
  {
    name: 'recovery_code',
    columns: [id(), int('user_id'), varchar('code_hash', 255)],
    indices: [index('ix_recovery_code_user', 'user_id')],
  },
];

/** Adds the authenticator apps of users, and their recovery codes. */
export class SecondFactors1700000190020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.createTable(new Table(table), true);
  }

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
