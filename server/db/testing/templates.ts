import { copyFileSync } from 'node:fs';
import type { Connection, RowDataPacket } from 'mysql2/promise';

/**
 * Migrated template databases that a run of many test files creates once: a file, and a database on the test
 * server. Without them, each test migrates its own.
 */
const SQLITE = process.env.TEST_TEMPLATE_SQLITE;
const MYSQL = process.env.TEST_TEMPLATE_MYSQL;

/** Creates an embedded database as a copy of the template. */
export const copySqliteTemplate = (path: string): void => {
  if (SQLITE) copyFileSync(SQLITE, path);
};

/** Copies tables and rows of the template into an empty database of the same server. */
export async function copyMysqlTemplate(connection: Connection, name: string): Promise<void> {
  if (!MYSQL) return;
  const [tables] = await connection.query<(RowDataPacket & { readonly name: string })[]>(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = ?',
    [MYSQL],
  );
  // Tables reference each other in any order.
  await connection.query(`USE \`${name}\`; SET foreign_key_checks = 0`);
  for (const { name: table } of tables) {
    const [[definition]] = await connection.query<(RowDataPacket & { readonly 'Create Table': string })[]>(
      `SHOW CREATE TABLE \`${MYSQL}\`.\`${table}\``,
    );
    await connection.query(
      `${definition!['Create Table']}; INSERT INTO \`${table}\` SELECT * FROM \`${MYSQL}\`.\`${table}\``,
    );
  }
}
