import type { TableOptions } from 'typeorm';
import {
  bigint,
  double,
  each,
  id,
  index,
  int,
  KEY,
  NULLABLE,
  OUTBOX,
  PRODUCT_DAY,
  SETTING,
  smallint,
  text,
  unique,
  varchar,
} from '../tables';

/** Media costs, and what users save about reports: analyses, scenarios, measures, alerts, notes, views. */
export const REPORT_TABLES: TableOptions[] = [
  {
    name: 'media_source',
    columns: [...SETTING, int('product_id'), varchar('source_name', 255), text('mapping', NULLABLE)],
    indices: [unique('ux_media_source_name', 'product_id', 'source_name')],
  },
  {
    // One report per ad and day. Counts are DOUBLE, like in rollups.
    name: 'media_cost',
    columns: [
      ...PRODUCT_DAY,
      int('ad_id', KEY),
      int('source_id'),
      ...each(double, ['cost_sen', 'impressions', 'clicks']),
      bigint('imported_at'),
    ],
    indices: [index('ix_media_cost_ad', 'ad_id', 'day')],
  },
  {
    name: 'analyze_setting',
    columns: [
      ...SETTING,
      ...each(int, ['company_id', 'owner_key', 'item']),
      int('user_id', NULLABLE),
      varchar('title', 255),
      text('settings', NULLABLE),
    ],
    indices: [unique('ux_analyze_setting_owner', 'company_id', 'owner_key', 'item')],
  },
  {
    name: 'allocation_scenario',
    columns: [
      ...SETTING,
      ...each(int, ['product_id', 'user_id', 'simulation_item']),
      varchar('title', 255),
      varchar('axes', 255),
      double('elasticity'),
      text('changes', NULLABLE),
      smallint('shared'),
    ],
    indices: [index('ix_allocation_scenario_product', 'product_id', 'user_id')],
  },
  {
    name: 'custom_measure',
    columns: [
      ...SETTING,
      ...each(int, ['company_id', 'user_id', 'unit', 'decimals']),
      varchar('title', 64),
      varchar('numerators', 255),
      varchar('denominator', 255),
      smallint('shared'),
    ],
    indices: [index('ix_custom_measure_company', 'company_id', 'user_id')],
  },
  {
    name: 'alert',
    columns: [
      ...SETTING,
      ...each(int, ['product_id', 'rule', 'scope', 'hour', 'channel']),
      varchar('title', 64),
      varchar('measure', 255),
      double('threshold', NULLABLE),
      varchar('recipients', 1000, NULLABLE),
      varchar('webhook_url', 2048, NULLABLE),
      varchar('locale', 5),
      smallint('status'),
      // An alert saved today must not fire for a past day: `from_day`.
      ...each(int, ['ad_id', 'judged_day', 'from_day'], NULLABLE),
    ],
    indices: [index('ix_alert_product', 'product_id'), index('ix_alert_due', 'status', 'hour', 'judged_day')],
  },
  {
    name: 'alert_firing',
    columns: [
      id(),
      ...each(int, ['alert_id', 'day', 'ad_id']),
      varchar('measure', 255),
      double('value'),
      ...each(double, ['low', 'high', 'median'], NULLABLE),
      bigint('created_at'),
    ],
    indices: [unique('ux_alert_firing_case', 'alert_id', 'day', 'ad_id')],
  },
  {
    name: 'note',
    columns: [...SETTING, int('product_id'), int('day'), varchar('note_text', 500), int('author_id')],
    indices: [index('ix_note_product', 'product_id', 'day')],
  },
  {
    name: 'saved_view',
    columns: [
      ...SETTING,
      ...each(int, ['company_id', 'user_id']),
      int('product_id', NULLABLE),
      varchar('code', 24),
      varchar('title', 255),
      varchar('path', 255),
      ...each(text, ['search', 'report_query'], NULLABLE),
      varchar('report', 32, NULLABLE),
      smallint('shared'),
    ],
    indices: [unique('ux_saved_view_code', 'code'), index('ix_saved_view_company', 'company_id', 'user_id')],
  },
  { name: 'saved_view_pin', columns: [int('user_id', KEY), int('view_id', KEY)] },
  {
    name: 'page_link',
    columns: [
      varchar('code', 24, KEY),
      ...each(int, ['company_id', 'user_id']),
      int('product_id', NULLABLE),
      varchar('path', 255),
      text('search', NULLABLE),
      bigint('created_at'),
    ],
    indices: [index('ix_page_link_user', 'user_id')],
  },
  {
    name: 'report_schedule',
    columns: [
      ...SETTING,
      ...each(int, ['company_id', 'user_id', 'view_id', 'product_id', 'hour']),
      varchar('every', 8),
      ...each(int, ['weekday', 'day_of_month'], NULLABLE),
      text('recipients', NULLABLE),
      bigint('next_at', NULLABLE),
      varchar('paused_reason', 20, NULLABLE),
    ],
    indices: [
      unique('ux_report_schedule_view', 'view_id', 'user_id'),
      index('ix_report_schedule_next', 'next_at'),
      index('ix_report_schedule_company', 'company_id'),
    ],
  },
  {
    // Scheduled reports and alerts on their way, by mail and other channels.
    name: 'delivery',
    columns: [
      varchar('id', 128, KEY),
      varchar('kind', 20),
      ...each(int, ['subject_id', 'attempts']),
      int('user_id', NULLABLE),
      bigint('for_time'),
      text('payload', NULLABLE),
      ...OUTBOX,
      ...each(bigint, ['handed_at', 'ended_at'], NULLABLE),
      varchar('outcome', 10, NULLABLE),
    ],
    indices: [
      index('ix_delivery_due', 'due_at'),
      index('ix_delivery_subject', 'kind', 'subject_id', 'created_at'),
    ],
  },
];
