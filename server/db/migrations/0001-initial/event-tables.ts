import type { TableOptions } from 'typeorm';
import {
  bigint,
  double,
  id,
  index,
  int,
  KEY,
  NULLABLE,
  smallint,
  text,
  unique,
  varchar,
  ZERO,
} from '../tables';

/** Logs, derived tables and work queues. */
export const EVENT_TABLES: TableOptions[] = [
  {
    name: 'access',
    columns: [
      int('product_id', KEY),
      varchar('id', 128, KEY),
      bigint('time'),
      int('day'),
      varchar('visitor_id', 128),
      varchar('door', 10),
      int('device'),
      text('url', NULLABLE),
      text('referrer', NULLABLE),
      text('title', NULLABLE),
      varchar('ip', 45, NULLABLE),
      text('ua', NULLABLE),
      varchar('interaction_ref', 128, NULLABLE),
      varchar('excluded_reason', 20, NULLABLE),
      varchar('interaction_id', 128, NULLABLE),
      int('ad_id', ZERO),
      int('redirect_id', ZERO),
      int('lpo_entry_id', ZERO),
      bigint('stored_at'),
    ],
    indices: [
      index('ix_access_interaction_ref', 'product_id', 'interaction_ref'),
      index('ix_access_time', 'product_id', 'time'),
      index('ix_access_day', 'product_id', 'day', 'ad_id', 'device', 'redirect_id', 'lpo_entry_id'),
      index('ix_access_visitor', 'product_id', 'visitor_id', 'time'),
    ],
  },
  {
    name: 'conversion_touch',
    columns: [
      int('product_id', KEY),
      int('day', KEY),
      int('conversion_id', KEY),
      int('class', KEY),
      int('pos', KEY),
      int('n'),
      varchar('interaction_id', 128, NULLABLE),
      int('ad_id'),
      int('device'),
      int('redirect_id'),
      int('lpo_entry_id'),
      bigint('touched_at'),
      int('cv_setting_id'),
      int('cv_type'),
      int('cv_slot'),
      double('amount_sen'),
      smallint('is_last'),
      smallint('counts_indirect'),
      smallint('counts_indirect_total'),
      double('latency_ms'),
      double('share_1'),
      double('share_2'),
      double('share_3'),
      double('share_4'),
      double('share_5'),
    ],
    indices: [index('ix_conversion_touch_conversion', 'conversion_id')],
  },
  {
    name: 'conversion',
    columns: [
      id(),
      int('product_id'),
      int('cv_setting_id'),
      varchar('event_id', 128),
      bigint('time'),
      int('day'),
      int('cv_type'),
      int('cv_slot'),
      varchar('visitor_id', 128),
      varchar('interaction_ref', 128, NULLABLE),
      smallint('by_user', ZERO),
      varchar('user_id', 255, NULLABLE),
      double('amount_sen'),
      text('args', NULLABLE),
      varchar('other_key1', 255, NULLABLE),
      varchar('other_key2', 255, NULLABLE),
      varchar('other_key3', 255, NULLABLE),
      text('url', NULLABLE),
      text('referrer', NULLABLE),
      varchar('ip', 45, NULLABLE),
      text('ua', NULLABLE),
      varchar('door', 10),
      int('device'),
      int('tracking_term'),
      varchar('excluded_reason', 20, NULLABLE),
      smallint('repeated', ZERO),
      bigint('previous_time', NULLABLE),
      int('touch_count', ZERO),
      int('cut_from', { default: '1' }),
      int('first_ad_id', ZERO),
      int('last_ad_id', ZERO),
      varchar('last_interaction_id', 128, NULLABLE),
      int('performance_ad_id', ZERO),
      varchar('performance_interaction_id', 128, NULLABLE),
      bigint('latency_ms', NULLABLE),
      bigint('stored_at'),
    ],
    indices: [
      index('ix_conversion_interaction_ref', 'product_id', 'interaction_ref'),
      index('ix_conversion_user', 'product_id', 'user_id', 'time'),
      index('ix_conversion_visitor', 'product_id', 'visitor_id', 'time'),
      index('ix_conversion_day', 'product_id', 'day'),
      index('ix_conversion_time', 'product_id', 'time'),
      unique('ux_conversion_event', 'product_id', 'cv_setting_id', 'event_id'),
    ],
  },
  {
    name: 'interaction',
    columns: [
      int('product_id', KEY),
      varchar('id', 128, KEY),
      bigint('time'),
      int('day'),
      int('ad_id'),
      varchar('claimed_visitor_id', 128),
      varchar('visitor_id', 128),
      varchar('door', 10),
      int('device'),
      int('redirect_id', ZERO),
      int('lpo_entry_id', ZERO),
      double('cost_sen'),
      smallint('cost_given', ZERO),
      smallint('performance_flag', ZERO),
      int('tracking_term'),
      varchar('xclid', 255, NULLABLE),
      varchar('ses', 255, NULLABLE),
      varchar('key1', 255, NULLABLE),
      varchar('key2', 255, NULLABLE),
      varchar('key3', 255, NULLABLE),
      text('params', NULLABLE),
      text('landing_url', NULLABLE),
      varchar('access_id', 128, NULLABLE),
      text('referrer', NULLABLE),
      varchar('ip', 45, NULLABLE),
      text('ua', NULLABLE),
      varchar('excluded_reason', 20, NULLABLE),
      smallint('counted'),
      smallint('first_touch'),
      varchar('reference_id', 128, NULLABLE),
      bigint('stored_at'),
    ],
    indices: [
      index('ix_interaction_time', 'product_id', 'time'),
      index(
        'ix_interaction_day',
        'product_id',
        'day',
        'ad_id',
        'device',
        'redirect_id',
        'lpo_entry_id',
        'counted',
        'first_touch',
        'cost_sen',
      ),
      index('ix_interaction_visitor', 'product_id', 'visitor_id', 'time'),
    ],
  },
  {
    name: 'stale_visitor',
    columns: [id(), int('product_id'), varchar('visitor_id', 128), bigint('since')],
  },
  {
    name: 'stale_day',
    columns: [id(), int('product_id'), int('day')],
  },
  {
    name: 'bad_event',
    columns: [
      id(),
      int('product_id', NULLABLE),
      varchar('door', 10),
      varchar('reason', 255),
      text('text', NULLABLE),
      varchar('ip', 45, NULLABLE),
      bigint('stored_at'),
    ],
    indices: [index('ix_bad_event_product', 'product_id', 'stored_at')],
  },
  {
    name: 'lease',
    columns: [varchar('name', 64, KEY), varchar('owner', 64), bigint('expires_at')],
  },
  {
    name: 'spool_offset',
    columns: [varchar('spool_id', 64, KEY), varchar('segment', 64), double('position')],
  },
  {
    name: 'setting_revision',
    columns: [int('id', KEY), int('revision')],
  },
];

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
