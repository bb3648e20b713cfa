import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';

const TABLES = ['password_reset', 'reset_mail'];

/** Adds the purpose of a password link; existing links are for forgotten passwords. */
export class Invitations1700000000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.addColumn(
        table,
        new TableColumn({ name: 'purpose', type: 'varchar', length: '16', default: "'reset'" }),
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.dropColumn(table, 'purpose');
  }
}
