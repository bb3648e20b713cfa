import { Table, TableColumn, TableIndex, type QueryRunner, type TableColumnOptions } from 'typeorm';
import { ROLLED_UP_DAYS } from './stored-data';
import {
  bigint,
  CLICK_ID_LENGTH,
  CLICK_IDS,
  index,
  int,
  MARKED_DAY,
  NULLABLE,
  smallint,
  varchar,
  ZERO,
} from '../tables';

const NEW_COLUMNS: Readonly<Record<string, readonly TableColumnOptions[]>> = {
  app_user: [varchar('locale', 8, NULLABLE)],
  asp: [
    smallint('postback_paused', ZERO),
    int('postback_at_once', NULLABLE),
    int('postback_per_second', NULLABLE),
  ],
  // Null for conversions of 0.1.0: they have no results.
  conversion: [bigint('results_made_at', NULLABLE)],
  password_reset: [varchar('purpose', 16, { default: "'reset'" })],
  product: [int('log_retention_months', NULLABLE)],
  stale_visitor: [int('stored_events', NULLABLE)],
};

/**
 * An index by address alone is written at random places, and each insert waits for the disk once it exceeds
 * memory. With the day first, only its most recent part is written.
 */
const byAddress = (log: string) => index(`ix_${log}_ip`, 'product_id', 'day', 'ip', 'time');
const byReason = (log: string) => index(`ix_${log}_excluded`, 'product_id', 'excluded_reason', 'time');

const NEW_INDICES = {
  access: [byAddress('access'), byReason('access')],
  conversion: [byAddress('conversion')],
  conversion_touch: [
    index('ix_conversion_touch_ad', 'product_id', 'ad_id', 'day', 'conversion_id', 'class', 'cv_type'),
  ],
  interaction: [byAddress('interaction'), byReason('interaction')],
  stale_visitor: [
    index('ix_stale_visitor_product', 'product_id', 'id'),
    index('ix_stale_visitor_visitor', 'product_id', 'visitor_id'),
  ],
};

/** Changes all columns at once, because the embedded database copies the table for each change. */
async function changeColumns(
  runner: QueryRunner,
  table: string,
  names: readonly string[],
  change: Partial<TableColumn>,
): Promise<void> {
  const columns = (await runner.getTable(table))?.columns ?? [];
  await runner.changeColumns(
    table,
    columns
      .filter(({ name }) => names.includes(name))
      .map((oldColumn) => ({ oldColumn, newColumn: Object.assign(oldColumn.clone(), change) })),
  );
}

async function widenClickIds(runner: QueryRunner): Promise<void> {
  const engine = runner.connection.options.type;
  if (engine !== 'mariadb' && engine !== 'mysql')
    return changeColumns(runner, 'interaction', CLICK_IDS, { length: String(CLICK_ID_LENGTH) });
  // TypeORM would drop the columns with their data and add new ones.
  const changes = CLICK_IDS.map((name) => `MODIFY ${name} varchar(${CLICK_ID_LENGTH}) NULL`);
  await runner.query(`ALTER TABLE interaction ${changes.join(', ')}`);
}

/**
 * Makes a day a row with a number of marks, and marks every day: the worker computes the facts that 0.1.0 did
 * not have, newest day first.
 */
async function markDays(runner: QueryRunner): Promise<void> {
  if (await runner.hasColumn('stale_day', 'marks')) return;
  await runner.createTable(new Table({ name: 'stale_day_next', columns: MARKED_DAY }), true);
  if (await runner.hasTable('stale_day')) {
    await runner.query('DELETE FROM stale_day_next');
    await runner.query(`INSERT INTO stale_day_next (product_id, day, since, marks)
      SELECT product_id, day, 1, 1 FROM (SELECT product_id, day FROM stale_day UNION ${ROLLED_UP_DAYS}) days`);
    await runner.dropTable('stale_day');
  }
  await runner.renameTable('stale_day_next', 'stale_day');
}

const indexNames = async (runner: QueryRunner, table: string) =>
  (await runner.getTable(table))?.indices.map(({ name }) => name) ?? [];

/** Changes the tables of 0.1.0. Skips changes that an aborted run made: MariaDB commits each statement. */
export async function changeTables(runner: QueryRunner): Promise<void> {
  for (const [table, columns] of Object.entries(NEW_COLUMNS)) {
    for (const column of columns) {
      if (!(await runner.hasColumn(table, column.name)))
        await runner.addColumn(table, new TableColumn(column));
    }
  }
  await changeColumns(runner, 'ad', ['redirect_flag'], { default: '1' });
  await widenClickIds(runner);
  await markDays(runner);
  for (const [table, indices] of Object.entries(NEW_INDICES)) {
    const names = await indexNames(runner, table);
    for (const options of indices) {
      if (!names.includes(options.name)) await runner.createIndex(table, new TableIndex(options));
    }
  }
  // The table access_ref replaces it.
  if ((await indexNames(runner, 'access')).includes('ix_access_interaction_ref'))
    await runner.dropIndex('access', 'ix_access_interaction_ref');
}
