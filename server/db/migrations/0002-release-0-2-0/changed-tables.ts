import { Table, TableColumn, TableIndex, type QueryRunner, type TableColumnOptions } from 'typeorm';
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
import { AD_MONTH_COLUMNS, AD_MONTHS } from './rollup-tables';

/** Days with facts of 0.1.0. */
const ROLLED_UP_DAYS =
  'SELECT product_id, day FROM rollup_touch_day UNION SELECT product_id, day FROM rollup_cv_day';

/** Joins from a conversion to the same customer's conversions, by indexes of both databases. */
const SAME_CUSTOMER = [
  'c.user_id = a.user_id WHERE a.user_id IS NOT NULL',
  'c.visitor_id = a.visitor_id AND c.user_id IS NULL WHERE a.user_id IS NULL',
];

/**
 * Returns the rows of later conversions. Starts at each customer's first LAST conversion, so its time is
 * linear in the conversions.
 */
const laterConversions = (sameCustomer: string): string => `
  SELECT product_id, day, id, acquired_by, acquired_day,
    CASE WHEN place = 1 AND FLOOR(day / 100) > FLOOR(acquired_day / 100) THEN 1 ELSE 0 END, amount_sen
  FROM (
    SELECT c.product_id, c.day, c.id, a.id AS acquired_by, a.day AS acquired_day, c.amount_sen,
      ROW_NUMBER() OVER (PARTITION BY a.id, FLOOR(c.day / 100) ORDER BY c.time, c.event_id, c.cv_setting_id) AS place
    FROM conversion a JOIN conversion c ON c.product_id = a.product_id
      AND c.cv_type = 1 AND c.repeated = 1 AND c.excluded_reason IS NULL AND ${sameCustomer}
      AND a.cv_type = 1 AND a.repeated = 0 AND a.excluded_reason IS NULL
  ) later`;

interface Filling {
  readonly table: string;
  readonly columns: string;
  readonly rows: readonly string[];
}

/** Data of new tables that reports and the worker read before the worker computes the marked days. */
const FILLINGS: readonly Filling[] = [
  {
    table: 'access_ref',
    columns: 'product_id, interaction_ref, access_id, visitor_id, time',
    rows: [
      'SELECT product_id, interaction_ref, id, visitor_id, time FROM access WHERE interaction_ref IS NOT NULL',
    ],
  },
  {
    table: 'later_conversion',
    columns: 'product_id, day, conversion_id, acquired_by, acquired_day, first_of_month, amount_sen',
    rows: SAME_CUSTOMER.map(laterConversions),
  },
  {
    table: 'figure_version',
    columns: 'product_id, day, version',
    rows: [`SELECT product_id, day, 1 FROM (${ROLLED_UP_DAYS}) days`],
  },
  { table: 'rollup_ad_month', columns: AD_MONTH_COLUMNS, rows: AD_MONTHS },
];

/** Fills new tables from the data of 0.1.0; from scratch, because MariaDB keeps the rows of an aborted run. */
export async function fillTables(runner: QueryRunner): Promise<void> {
  // Before, every ad used its own link regardless of the flag.
  await runner.query('UPDATE ad SET redirect_flag = 1');
  for (const { table, columns, rows } of FILLINGS) {
    await runner.query(`DELETE FROM ${table}`);
    for (const select of rows) await runner.query(`INSERT INTO ${table} (${columns}) ${select}`);
  }
}

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
