import type { TableOptions } from 'typeorm';
import { double, int, KEY, ZERO } from '../tables';

const TOUCH_FACTS = ['clicks', 'first_touches', 'pv', 'cost_sen'];

const CV_FACTS = [
  ...['cv_count', 'amount_sen'],
  ...[
    'indirect_total',
    'indirect_first',
    'indirect_2',
    'indirect_3',
    'indirect_4',
    'indirect_5',
    'indirect_6',
  ],
  ...['touch_1', 'touch_2', 'touch_3', 'touch_4', 'touch_5', 'touch_6', 'touch_sum', 'latency_ms'],
  ...['attr_cv_1', 'attr_cv_2', 'attr_cv_3', 'attr_cv_4', 'attr_cv_5'],
  ...['attr_amount_1', 'attr_amount_2', 'attr_amount_3', 'attr_amount_4', 'attr_amount_5'],
];

const FINE = ['device', 'redirect_id', 'lpo_entry_id'];

// Reports read one type and one or two classes: before the ad, these columns limit the scanned rows.
const CV_CHOICE = ['cv_type', 'class'];
// A setting's type and slot can change. Facts keep the old values, so both are part of the key.
const CV_SETTING = ['cv_setting_id', 'cv_slot'];

function rollup(name: string, period: string, key: string[], facts: string[]): TableOptions {
  return {
    name,
    columns: [
      ...['product_id', period, ...key].map((column) => int(column, KEY)),
      // DOUBLE sums twice as fast as integers or decimals on MariaDB, and is exact to 9 x 10^15.
      ...facts.map((column) => double(column, ZERO)),
    ],
  };
}

/**
 * Sums of the facts by ad (and, in the `_fine_` twins, device, redirect and variant), by Tokyo day (yyyymmdd)
 * and month (yyyymm). `class` makes the three evaluations cheap: 1 first conversions, 2 repeat ones with the
 * path since the previous, 3 repeat ones with the whole path.
 */
export const ROLLUP_TABLES: TableOptions[] = ['day', 'month'].flatMap((period) => [
  rollup(`rollup_touch_${period}`, period, ['ad_id'], TOUCH_FACTS),
  rollup(`rollup_touch_fine_${period}`, period, ['ad_id', ...FINE], TOUCH_FACTS),
  rollup(`rollup_cv_${period}`, period, [...CV_CHOICE, 'ad_id', ...CV_SETTING], CV_FACTS),
  rollup(`rollup_cv_fine_${period}`, period, [...CV_CHOICE, 'ad_id', ...FINE, ...CV_SETTING], CV_FACTS),
]);
