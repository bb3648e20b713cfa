import type { QueryRunner } from 'typeorm';
import { AD_MONTH_COLUMNS, AD_MONTHS } from './ad-months';

/** Days with facts of 0.1.0. */
export const ROLLED_UP_DAYS =
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
