import { Table, type MigrationInterface, type QueryRunner, type TableOptions } from 'typeorm';
import { double, int } from '../0001-initial/columns';

type Sums = Readonly<Record<string, string>>;

const same = (...columns: string[]): Sums => Object.fromEntries(columns.map((column) => [column, column]));
const numbered = (to: string, from: string, numbers: readonly number[]): Sums =>
  Object.fromEntries(numbers.map((n) => [`${to}${n}`, `${from}_${n}`]));
const MODELS = [1, 2, 3, 4, 5];

const count = (condition: string): string => `(${condition}) * cv_count`;
const bySlot = (name: string, type: number): Sums =>
  Object.fromEntries(
    [1, 2, 3].map((slot) => [`${name}${slot}`, count(`cv_type = ${type} AND cv_slot = ${slot}`)]),
  );
const FINAL: Sums = {
  ...same('amount_sen', 'indirect_total', 'indirect_first', 'touch_sum', 'latency_ms'),
  ...numbered('indirect', 'indirect', [2, 3, 4, 5, 6]),
  ...numbered('touch', 'touch', [1, 2, 3, 4, 5, 6]),
  ...numbered('attr_cv', 'attr_cv', MODELS),
  ...numbered('attr_amount', 'attr_amount', MODELS),
};

/** Contribution of each monthly facts table to each column. */
const PARTS: Readonly<Record<string, Sums>> = {
  rollup_touch_month: same('clicks', 'first_touches', 'pv', 'cost_sen'),
  rollup_result_month: same('cv_cost_approved_sen', 'cv_cost_pending_sen'),
  rollup_cv_month: {
    cv_final: count('cv_type = 1'),
    ...bySlot('cv_final', 1),
    cv_pathed: count('cv_type = 1 AND ad_id > 0'),
    cv_middle: count('cv_type = 0'),
    ...bySlot('cv_middle', 0),
    ...Object.fromEntries(Object.entries(FINAL).map(([name, column]) => [name, `(cv_type = 1) * ${column}`])),
  },
};
const COLUMNS = Object.values(PARTS).flatMap((sums) => Object.keys(sums));

/** Path classes that count under each evaluation. */
const CLASSES = { 1: '1', 2: '1, 2', 3: '1, 3' };

const AD_MONTHS: TableOptions = {
  name: 'rollup_ad_month',
  columns: [
    ...['product_id', 'month', 'evaluation', 'ad_id'].map((column) => int(column, { isPrimary: true })),
    ...COLUMNS.map((column) => double(column, { default: '0' })),
  ],
};

/**
 * Adds whole months by evaluation and ad, with contacts, results and conversions of all CV settings together:
 * the data of most reports.
 */
export class AdMonths1700000000033 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // MariaDB keeps the finished part of an aborted run, and the next start begins from scratch.
    await runner.createTable(new Table(AD_MONTHS), true);
    await runner.query('DELETE FROM rollup_ad_month');
    for (const [evaluation, classes] of Object.entries(CLASSES)) {
      const arms = Object.entries(PARTS).map(
        ([
          table,
          sums,
        ]) => `SELECT product_id, month, ad_id, ${COLUMNS.map((column) => `${sums[column] ?? '0'} AS ${column}`).join(', ')}
          FROM ${table}${table === 'rollup_cv_month' ? ` WHERE class IN (${classes})` : ''}`,
      );
      await runner.query(`INSERT INTO rollup_ad_month (product_id, month, evaluation, ad_id, ${COLUMNS.join(', ')})
        SELECT product_id, month, ${evaluation}, ad_id, ${COLUMNS.map((column) => `SUM(${column})`).join(', ')}
          FROM (${arms.join(' UNION ALL ')}) facts GROUP BY product_id, month, ad_id`);
    }
  }

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
