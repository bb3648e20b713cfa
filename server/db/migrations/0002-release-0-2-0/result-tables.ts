import type { TableOptions } from 'typeorm';
import {
  bigint,
  CLICK_ID_LENGTH,
  CLICK_IDS,
  double,
  each,
  id,
  index,
  int,
  KEY,
  NULLABLE,
  OUTBOX,
  smallint,
  text,
  unique,
  varchar,
  ZERO,
} from '../tables';

const OUTCOMES = [
  'approval_amount_result',
  'approval_args_result',
  'exclude_duplicate_ips_result',
  'exclude_duplicate_args_result',
];

/** Key columns in processing order: conversion time, event, CV setting. */
const EVENT_KEY = [bigint('cv_time', KEY), varchar('event_id', 128, KEY), int('cv_setting_id', KEY)];

/** Results, their history, the data for duplicate checks, and conversions whose results are pending. */
const RESULTS: TableOptions[] = [
  {
    name: 'result',
    columns: [
      varchar('id', 32, KEY),
      ...each(int, ['product_id', 'conversion_id', 'day', 'ad_id', 'result_type', 'approval_status']),
      ...each(int, ['interaction_number', 'device', ...OUTCOMES]),
      varchar('event_id', 128),
      ...each(bigint, ['cv_time', 'created_at', 'updated_at']),
      ...each(int, ['asp_id', 'result_method', 'redirect_id', 'lpo_entry_id'], ZERO),
      varchar('interaction_id', 128),
      ...CLICK_IDS.map((name) => varchar(name, CLICK_ID_LENGTH, NULLABLE)),
      double('cv_cost_sen'),
      varchar('change_id', 32),
      ...each(bigint, ['tag_fired_at', 'erased_at'], NULLABLE),
      int('version', { default: '1' }),
    ],
    indices: [
      unique('ux_result_conversion', 'conversion_id', 'ad_id'),
      index('ix_result_time', 'product_id', 'cv_time'),
      index('ix_result_status', 'product_id', 'approval_status', 'cv_time'),
      index('ix_result_event', 'product_id', 'event_id'),
      index('ix_result_day', 'product_id', 'day'),
      index('ix_result_ad', 'ad_id', 'cv_time'),
      index('ix_result_state', 'ad_id', 'day', 'approval_status', 'cv_cost_sen'),
    ],
  },
  {
    name: 'result_history',
    columns: [
      id(),
      ...each(int, ['product_id', 'to_status']),
      varchar('result_id', 32),
      varchar('change_id', 32),
      bigint('at'),
      ...each(int, ['user_id', 'from_status'], NULLABLE),
      varchar('reason', 1000, NULLABLE),
      varchar('postback_id', 32, NULLABLE),
      varchar('untold', 20, NULLABLE),
    ],
    indices: [
      index('ix_result_history_result', 'result_id', 'id'),
      index('ix_result_history_change', 'change_id'),
    ],
  },
  {
    name: 'result_trait',
    columns: [
      int('product_id', KEY),
      varchar('trait', 22, KEY),
      int('ad_id', KEY),
      ...EVENT_KEY,
      varchar('result_id', 32),
    ],
  },
  {
    name: 'result_due',
    columns: [
      int('product_id', KEY),
      varchar('hold', 64, { ...KEY, default: "''" }),
      ...EVENT_KEY,
      varchar('visitor_id', 128),
      varchar('user_id', 255, NULLABLE),
      varchar('untold', 20, NULLABLE),
      bigint('stored_at'),
    ],
  },
];

/** Approvals that are too large for one transaction, and their pending parts. */
const APPROVALS: TableOptions[] = [
  {
    name: 'approval_run',
    columns: [
      varchar('id', 32, KEY),
      ...each(int, ['product_id', 'company_id', 'user_id', 'total', 'undo_ms']),
      varchar('ip', 64, NULLABLE),
      varchar('undoes', 32, NULLABLE),
      int('to_status', NULLABLE),
      varchar('reason', 1000, NULLABLE),
      ...each(int, ['done', 'changed'], ZERO),
      text('tally'),
      ...each(bigint, ['begun_at', 'due_at']),
      bigint('finished_at', NULLABLE),
    ],
    indices: [
      index('ix_approval_run_open', 'finished_at', 'product_id'),
      index('ix_approval_run_user', 'user_id', 'begun_at'),
    ],
  },
  { name: 'approval_run_part', columns: [varchar('run_id', 32, KEY), int('part', KEY), text('ids')] },
];

/** Postbacks, their attempts, the state of hosts and networks, and delivered measurement tags. */
const POSTBACKS: TableOptions[] = [
  {
    name: 'postback',
    columns: [
      varchar('id', 32, KEY),
      int('product_id'),
      ...each(int, ['asp_id', 'ad_id', 'attempts'], ZERO),
      varchar('result_id', 32, NULLABLE),
      varchar('kind', 16),
      int('approval_status', NULLABLE),
      text('url'),
      varchar('host', 255, { default: "''" }),
      ...OUTBOX,
      smallint('result_status', NULLABLE),
      bigint('executed_at', NULLABLE),
    ],
    indices: [
      index('ix_postback_time', 'product_id', 'created_at'),
      index('ix_postback_status', 'product_id', 'result_status', 'created_at'),
      index('ix_postback_result', 'result_id'),
      // This index alone lists the lanes with due postbacks; each lane then reads its own.
      index('ix_postback_due', 'due_at', 'asp_id', 'host'),
      index('ix_postback_lane', 'asp_id', 'host', 'due_at'),
    ],
  },
  {
    name: 'postback_attempt',
    columns: [
      id(),
      ...each(int, ['product_id', 'duration_ms']),
      varchar('postback_id', 32),
      bigint('at'),
      text('url'),
      ...each(text, ['request_headers', 'answer'], NULLABLE),
      int('http_status', NULLABLE),
      varchar('error', 32, NULLABLE),
      varchar('error_detail', 255, NULLABLE),
    ],
    indices: [index('ix_postback_attempt_postback', 'postback_id', 'id')],
  },
  { name: 'postback_host', columns: [varchar('host', 255, KEY), int('failures'), bigint('open_until')] },
  { name: 'postback_pace', columns: [int('asp_id', KEY), bigint('counted_second'), int('begun')] },
  {
    name: 'measurement_firing',
    columns: [
      int('product_id', KEY),
      varchar('interaction_id', 128, KEY),
      varchar('access_id', 128),
      bigint('fired_at'),
    ],
  },
];

/** Results, their approval and their postbacks. */
export const RESULT_TABLES: TableOptions[] = [...RESULTS, ...APPROVALS, ...POSTBACKS];
