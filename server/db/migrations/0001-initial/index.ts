import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { EVENT_TABLES, ROLLUP_TABLES } from './event-tables';
import { SETTINGS_TABLES } from './settings-tables';

const TABLES = [...SETTINGS_TABLES, ...EVENT_TABLES, ...ROLLUP_TABLES];

/**
 * Sets the collation of the database, which the tables inherit. Ids compare byte for byte: the default
 * utf8mb4_bin pads, and treats 'a ' as 'a'.
 */
async function compareByBytes(runner: QueryRunner): Promise<void> {
  const engine = runner.connection.options.type;
  if (engine !== 'mariadb' && engine !== 'mysql') return;
  const [{ name }]: [{ name: string }] = await runner.query('SELECT DATABASE() AS name');
  const collation = engine === 'mariadb' ? 'utf8mb4_nopad_bin' : 'utf8mb4_0900_bin';
  await runner.query(`ALTER DATABASE \`${name}\` CHARACTER SET utf8mb4 COLLATE ${collation}`);
}

/** All tables of the first version. */
export class Initial1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await compareByBytes(runner);
    for (const options of TABLES) await runner.createTable(new Table(options), true);
    await runner.query('INSERT INTO setting_revision (id, revision) VALUES (1, 1)');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const options of [...TABLES].reverse()) await runner.dropTable(options.name);
  }
}
