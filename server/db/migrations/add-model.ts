import type { QueryRunner } from 'typeorm';
import { addColumns } from './0003-release-0-3-0/add-columns';

const SUM = 'double NOT NULL DEFAULT 0';
const byPeriod = (kind: string): string[] =>
  ['day', 'month'].flatMap((period) => [`rollup_${kind}_${period}`, `rollup_${kind}_fine_${period}`]);

/**
 * Adds the columns of an attribution model to touches and rollups. Marks every day with touches since 1: the
 * worker computes their rollups, and reports read the model from the touches until no such mark of the product
 * is left.
 *
 * @param fill sets the column `share_{model}` of all stored touches
 */
export async function addModel(runner: QueryRunner, model: number, fill: () => Promise<void>): Promise<void> {
  // Columns come last, so a run that was interrupted starts again.
  if (await runner.hasColumn('rollup_cohort_fine_month', `amount_${model}`)) return;
  await addColumns(runner, 'conversion_touch', { [`share_${model}`]: SUM });
  await fill();
  await runner.query('UPDATE stale_day SET since = 1');
  await runner.query(`INSERT INTO stale_day (product_id, day, since, marks)
    SELECT t.product_id, t.day, 1, 1
      FROM (SELECT product_id, day FROM conversion_touch UNION SELECT product_id, day FROM later_conversion) t
      WHERE NOT EXISTS (SELECT 1 FROM stale_day s WHERE s.product_id = t.product_id AND s.day = t.day)`);
  for (const table of byPeriod('cv'))
    await addColumns(runner, table, { [`attr_cv_${model}`]: SUM, [`attr_amount_${model}`]: SUM });
  for (const table of ['rollup_ad_month', 'rollup_product_day'])
    await addColumns(runner, table, { [`attr_cv${model}`]: SUM, [`attr_amount${model}`]: SUM });
  for (const table of byPeriod('cohort'))
    await addColumns(runner, table, {
      [`cv_${model}`]: SUM,
      [`customers_${model}`]: SUM,
      [`amount_${model}`]: SUM,
    });
}
