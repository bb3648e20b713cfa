import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { ACCOUNT_TABLES, PRIVACY_TABLES } from './account-tables';
import { changeTables, fillTables } from './changed-tables';
import { REPORT_TABLES } from './report-tables';
import { RESULT_TABLES } from './result-tables';
import { ROLLUP_TABLES } from './rollup-tables';

const TABLES = [...ACCOUNT_TABLES, ...PRIVACY_TABLES, ...REPORT_TABLES, ...RESULT_TABLES, ...ROLLUP_TABLES];

/** Last of the migrations between 0.1.0 and 0.2.0 that this one replaces. */
const LAST_UNRELEASED = 'AdMonths1700000000033';

/**
 * Whether a development version already created the schema of 0.2.0.
 * @throws Error if it created a part
 */
async function isUpToDate(runner: QueryRunner): Promise<boolean> {
  const [last]: { name: string }[] = await runner.query(
    'SELECT name FROM migrations WHERE timestamp BETWEEN 1700000000002 AND 1700000000033 ORDER BY timestamp DESC',
  );
  if (last && last.name !== LAST_UNRELEASED)
    throw new Error(
      `The database is from a development version between 0.1.0 and 0.2.0 (${last.name}) and can't be upgraded. Restore a backup of 0.1.0, or start with an empty database`,
    );
  return last !== undefined;
}

/** The step from 0.1.0 to 0.2.0. */
export class Release020_1700000010002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    if (await isUpToDate(runner)) return;
    for (const options of TABLES) await runner.createTable(new Table(options), true);
    await changeTables(runner);
    await fillTables(runner);
  }

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
