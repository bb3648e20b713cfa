import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { addColumns } from './0003-release-0-3-0/add-columns';
import { id, int, NULLABLE, text, unique, varchar } from './tables';

/** @param type of ids; integers have 64 bits on SQLite */
const userAgent = (type: 'integer' | 'bigint'): Table =>
  new Table({
    name: 'user_agent',
    columns: [
      { ...id(), type },
      int('product_id'),
      int('month'),
      varchar('hash', 32),
      text('ua'),
      ...['os', 'os_ver', 'browser', 'browser_ver'].map((name) => varchar(name, 64, NULLABLE)),
    ],
    indices: [unique('ux_user_agent_hash', 'product_id', 'hash', 'month')],
  });

const LOGS = ['interaction', 'access'];

/** Compressing the logs of this many page views takes about a minute. For more, docs/howto/operate.md has the statement. */
const COMPRESSED_ROWS = 2_000_000;

/**
 * Lets contacts and views refer to a shared user agent. Stored rows keep theirs. Compresses both logs on
 * MariaDB and MySQL.
 */
export class SharedUserAgents1700000110012 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const isSqlite = runner.connection.options.type === 'better-sqlite3';
    const type = isSqlite ? 'integer' : 'bigint';
    await runner.createTable(userAgent(type), true);
    for (const log of LOGS) await addColumns(runner, log, { ua_id: `${type} NULL` });
    if (isSqlite) return;
    const many: unknown[] = await runner.query(`SELECT 1 FROM access LIMIT 1 OFFSET ${COMPRESSED_ROWS}`);
    for (const log of many.length === 0 ? LOGS : [])
      await runner.query(`ALTER TABLE ${log} ROW_FORMAT=COMPRESSED KEY_BLOCK_SIZE=8`);
  }

  async down(): Promise<void> {
    throw new Error('Restore the backup from before the upgrade.');
  }
}
