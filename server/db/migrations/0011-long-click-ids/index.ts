import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['interaction', 'result'];
const NAMES = ['xclid', 'ses', 'key1', 'key2', 'key3'];
const LENGTH = 1024;

/** Changes all columns at once, because the embedded database copies the table for each change. */
async function changeByCopy(runner: QueryRunner, name: string): Promise<void> {
  const table = await runner.getTable(name);
  const changes = (table?.columns ?? [])
    .filter((column) => NAMES.includes(column.name))
    .map((oldColumn) => ({
      oldColumn,
      newColumn: Object.assign(oldColumn.clone(), { length: String(LENGTH) }),
    }));
  await runner.changeColumns(name, changes);
}

/**
 * Allows longer click ids and other values of media: networks send ids of 500 characters, but only 255 were
 * stored.
 */
export class LongClickIds1700000000011 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const engine = runner.connection.options.type;
    const inPlace = engine === 'mariadb' || engine === 'mysql';
    for (const table of TABLES) {
      // TypeORM would drop the columns with their data and add new ones.
      if (inPlace)
        await runner.query(
          `ALTER TABLE ${table} ${NAMES.map((name) => `MODIFY ${name} varchar(${LENGTH}) NULL`).join(', ')}`,
        );
      else await changeByCopy(runner, table);
    }
  }

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
