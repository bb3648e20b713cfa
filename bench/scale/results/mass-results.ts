import { ResultMethod } from '../../../shared/catalog';
import type { Database } from '../../../server/db/database';
import { numbers } from '../../plans/mass-events';

const DAY_MS = 86_400_000;

/** Results of a long history. */
export interface MassResults {
  productId: number;
  adIds: readonly number[];
  aspId: number;
  cvSettingId: number;
  /** Epoch milliseconds of the first conversion. A Tokyo midnight. */
  from: number;
  days: number;
  results: number;
}

/** Returns the time of the n-th conversion. */
export const timeOfResult = ({ from, days, results }: MassResults, n: number): number =>
  from + n * Math.floor((days * DAY_MS) / results);

/**
 * Creates pending results with their conversions, histories and delivered postbacks, spread evenly over the
 * days. The database creates the rows, because the endpoints would take hours.
 */
export const loadResults = async (db: Database, mass: MassResults): Promise<void> => {
  const { productId, adIds, aspId, cvSettingId, from, days, results } = mass;
  const integer = (sql: string): string =>
    db.dialect === 'sqlite' ? `CAST(${sql} AS INTEGER)` : `FLOOR(${sql})`;
  const rows = `${numbers(Math.ceil(Math.log10(results)))} WHERE n < ${results} ORDER BY n`;
  const time = `(${from} + n * ${Math.floor((days * DAY_MS) / results)})`;
  // The days needn't be calendar days. Only their number and their order matter.
  const day = integer(
    `(20250000 + 100 * ${integer(`n * ${days} / ${results} / 28`)} + ${integer(`n * ${days} / ${results}`)} % 28 + 1)`,
  );
  const id = (letter: string): string => `CONCAT('${letter}', n + 100000000)`;
  const statements = [
    `INSERT INTO conversion (id, product_id, time, day, visitor_id, door, device, cv_setting_id, event_id, cv_type, cv_slot, user_id, amount_sen, args, tracking_term, stored_at, results_made_at)
      SELECT 1000000000 + n, ${productId}, ${time}, ${day}, ${id('v')}, 'import', 1, ${cvSettingId}, ${id('r')}, 1, 1, ${id('u')}, 500000, CONCAT('order=', n), 30, ${time}, ${time} FROM ${rows}`,
    `INSERT INTO result (id, product_id, conversion_id, event_id, cv_time, day, ad_id, asp_id, result_type, result_method, interaction_id, interaction_number, device, xclid,
        approval_status, approval_amount_result, approval_args_result, exclude_duplicate_ips_result, exclude_duplicate_args_result, cv_cost_sen, change_id, created_at, updated_at)
      SELECT ${id('r')}, ${productId}, 1000000000 + n, ${id('r')}, ${time}, ${day}, ${adIds[0]} + n % ${adIds.length}, ${aspId}, 1, ${ResultMethod.WEBHOOK_URL}, ${id('c')}, 1, 1, ${id('x')},
        0, 2, 2, 2, 2, 80000, 'made', ${time}, ${time} FROM ${rows}`,
    `INSERT INTO result_history (product_id, result_id, change_id, at, from_status, to_status, postback_id)
      SELECT ${productId}, ${id('r')}, 'made', ${time}, NULL, 0, ${id('p')} FROM ${rows}`,
    `INSERT INTO postback (id, product_id, asp_id, ad_id, result_id, kind, approval_status, url, host, created_at, due_at, attempts, result_status, executed_at)
      SELECT ${id('p')}, ${productId}, ${aspId}, ${adIds[0]} + n % ${adIds.length}, ${id('r')}, 'created', 0, CONCAT('https://asp.example/', n), 'asp.example:443', ${time}, NULL, 1, 1, ${time} FROM ${rows}`,
  ];
  for (const sql of statements) await db.write((tx) => tx.execute(sql));
};
