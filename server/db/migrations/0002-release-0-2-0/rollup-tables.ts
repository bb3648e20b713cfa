import type { TableOptions } from 'typeorm';
import {
  bigint,
  double,
  each,
  index,
  int,
  KEY,
  MARKED_DAY,
  PRODUCT_DAY,
  smallint,
  varchar,
  ZERO,
} from '../tables';

const numbered = (name: string, numbers: readonly number[]): string[] =>
  numbers.map((number) => `${name}_${number}`);
const MODELS = [1, 2, 3, 4, 5];

const CONTACT_FACTS = ['clicks', 'first_touches', 'pv', 'cost_sen'];
/** Facts of final conversions. Here they have no underscore before a number. */
const FINAL_FACTS = [
  ...['amount_sen', 'indirect_total', 'indirect_first', 'touch_sum', 'latency_ms'],
  ...numbered('indirect', [2, 3, 4, 5, 6]),
  ...numbered('touch', [1, 2, 3, 4, 5, 6]),
  ...numbered('attr_cv', MODELS),
  ...numbered('attr_amount', MODELS),
];

const count = (name: string, condition: string): [string, string] => [name, `(${condition}) * cv_count`];
const countBySlot = (name: string, type: number): [string, string][] =>
  [1, 2, 3].map((slot) => count(`${name}${slot}`, `cv_type = ${type} AND cv_slot = ${slot}`));

/** Columns and their values from a row of the conversion facts. */
const CONVERSION_SUMS: [name: string, sql: string][] = [
  count('cv_final', 'cv_type = 1'),
  ...countBySlot('cv_final', 1),
  count('cv_pathed', 'cv_type = 1 AND ad_id > 0'),
  count('cv_middle', 'cv_type = 0'),
  ...countBySlot('cv_middle', 0),
  ...FINAL_FACTS.map((fact): [string, string] => [fact.replace(/_(\d)$/, '$1'), `(cv_type = 1) * ${fact}`]),
];
const CONVERSION_NAMES = CONVERSION_SUMS.map(([name]) => name);

/** Columns of `rollup_ad_month` that contacts and conversions fill. */
export const AD_MONTH_FACTS = [...CONTACT_FACTS, ...CONVERSION_NAMES];

/** Builds the query that sums the monthly facts of one evaluation. It reads only the path classes that count. */
const adMonths = (evaluation: number, classes: string): string => `
  SELECT product_id, month, ${evaluation}, ad_id, ${AD_MONTH_FACTS.map((name) => `SUM(${name})`).join(', ')} FROM (
    SELECT product_id, month, ad_id, ${CONTACT_FACTS.join(', ')}, ${CONVERSION_NAMES.map((name) => `0 AS ${name}`).join(', ')}
      FROM rollup_touch_month
    UNION ALL
    SELECT product_id, month, ad_id, ${CONTACT_FACTS.map(() => '0').join(', ')}, ${CONVERSION_SUMS.map(([, sql]) => sql).join(', ')}
      FROM rollup_cv_month WHERE class IN (${classes})
  ) facts GROUP BY product_id, month, ad_id`;

export const AD_MONTH_COLUMNS = `product_id, month, evaluation, ad_id, ${AD_MONTH_FACTS.join(', ')}`;
export const AD_MONTHS = [adMonths(1, '1'), adMonths(2, '1, 2'), adMonths(3, '1, 3')];

export const rollup = (name: string, key: readonly string[], facts: readonly string[]): TableOptions => ({
  name,
  columns: [...each(int, ['product_id', ...key], KEY), ...each(double, facts, ZERO)],
});

const FINE = ['device', 'redirect_id', 'lpo_entry_id'];

/** The tables of a kind of facts: by day and month, by ad and by the finer keys of contacts. */
const rollups = (kind: string, facts: readonly string[], ...key: string[]): TableOptions[] =>
  ['day', 'month'].flatMap((period) => [
    rollup(`rollup_${kind}_${period}`, [period, 'ad_id', ...key], facts),
    rollup(`rollup_${kind}_fine_${period}`, [period, 'ad_id', ...FINE, ...key], facts),
  ]);

export const RESULT_FACTS = ['cv_cost_approved_sen', 'cv_cost_pending_sen'];
const COHORT_FACTS = ['cv', 'customers', 'amount'].flatMap((fact) =>
  [1, 2, 3, 4, 5].map((model) => `${fact}_${model}`),
);
export const MEDIA_FACTS = [
  ...['media_days', 'media_cost_sen', 'impressions', 'media_clicks'],
  ...['covered_cost_sen', 'covered_clicks'],
];
export const LOG_COUNTS = ['interaction', 'access', 'reference', 'conversion', 'result'].map(
  (log) => `${log}_count`,
);

/** Facts by day and month, and the tables that they are computed from. */
export const ROLLUP_TABLES: TableOptions[] = [
  ...rollups('result', RESULT_FACTS),
  // Under the ads that acquired the customers.
  ...rollups('cohort', COHORT_FACTS, 'acquisition_month'),
  ...rollups('media', MEDIA_FACTS),
  // Contacts, results and conversions of all CV settings together: the data of most reports.
  rollup('rollup_ad_month', ['month', 'evaluation', 'ad_id'], [...AD_MONTH_FACTS, ...RESULT_FACTS]),
  // Rows of each log, so the lists of a year need no count.
  { name: 'rollup_log_day', columns: [...PRODUCT_DAY, ...each(int, LOG_COUNTS)] },
  // Number of changes of a day's rollups, so clients can detect them without reading reports.
  { name: 'figure_version', columns: [...PRODUCT_DAY, int('version')] },
  // Days with changes of media costs only.
  { name: 'stale_media_day', columns: MARKED_DAY },
  {
    // LAST conversions after their customer's first one, and the customer's acquisition.
    name: 'later_conversion',
    columns: [
      ...PRODUCT_DAY,
      int('conversion_id', KEY),
      ...each(int, ['acquired_by', 'acquired_day']),
      smallint('first_of_month'),
      double('amount_sen'),
    ],
    indices: [index('ix_later_conversion_conversion', 'conversion_id')],
  },
  {
    // The few views with an interaction: an index over an almost empty column misleads the planners.
    name: 'access_ref',
    columns: [
      int('product_id', KEY),
      varchar('interaction_ref', 128, KEY),
      varchar('access_id', 128, KEY),
      varchar('visitor_id', 128),
      bigint('time'),
    ],
    indices: [index('ix_access_ref_visitor', 'product_id', 'visitor_id', 'time')],
  },
];
