import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';

const TABLES = ['password_reset', 'reset_mail'];

/** What a link that sets a password is for: those that stand were asked for by who forgot theirs. */
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
