import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { EVENT_TABLES } from './event-tables';
import { ROLLUP_TABLES } from './rollup-tables';
import { SETTINGS_TABLES } from './settings-tables';

const TABLES = [...SETTINGS_TABLES, ...EVENT_TABLES, ...ROLLUP_TABLES];

/** Everything that the first version keeps. */
export class Initial1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const options of TABLES) await runner.createTable(new Table(options), true);
    await runner.query('INSERT INTO setting_revision (id, revision) VALUES (1, 1)');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const options of [...TABLES].reverse()) await runner.dropTable(options.name);
  }
}
