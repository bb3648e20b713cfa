import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['interaction', 'result'];
const NAMES = ['xclid', 'ses', 'key1', 'key2', 'key3'];
const LENGTH = 1024;

/** The embedded database changes a column by copying its table: all of them at once. */
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

/** Click ids and other values of media may be longer: networks write ids of 500 characters, of which 255 were kept. */
export class LongClickIds1700000000011 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const engine = runner.connection.options.type;
    const inPlace = engine === 'mariadb' || engine === 'mysql';
    for (const table of TABLES) {
      // TypeORM would drop the columns with what they hold, and add them anew.
      if (inPlace)
        await runner.query(
          `ALTER TABLE ${table} ${NAMES.map((name) => `MODIFY ${name} varchar(${LENGTH}) NULL`).join(', ')}`,
        );
      else await changeByCopy(runner, table);
    }
  }

  async down(): Promise<void> {
    throw new Error('The schema is never moved back');
  }
}
