import type { TableOptions } from 'typeorm';
import { AD_MONTH_FACTS } from './ad-months';
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

const rollup = (name: string, key: readonly string[], facts: readonly string[]): TableOptions => ({
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

const RESULT_FACTS = ['cv_cost_approved_sen', 'cv_cost_pending_sen'];
const COHORT_FACTS = ['cv', 'customers', 'amount'].flatMap((fact) =>
  [1, 2, 3, 4, 5].map((model) => `${fact}_${model}`),
);
const MEDIA_FACTS = [
  ...['media_days', 'media_cost_sen', 'impressions', 'media_clicks'],
  ...['covered_cost_sen', 'covered_clicks'],
];
const LOG_COUNTS = ['interaction', 'access', 'reference', 'conversion', 'result'].map(
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
