import type { TableOptions } from 'typeorm';
import { bigint, double, id, int, varchar } from '../0001-initial/columns';

const outcomes = [
  'approval_amount_result',
  'approval_args_result',
  'exclude_duplicate_ips_result',
  'exclude_duplicate_args_result',
];
const clickIds = ['xclid', 'ses', 'key1', 'key2', 'key3'];

/** Results, their history, the data for duplicate checks, and conversions whose results are pending. */
export const RESULT_TABLES: TableOptions[] = [
  {
    name: 'result',
    columns: [
      varchar('id', 32, { isPrimary: true }),
      int('product_id'),
      int('conversion_id'),
      varchar('event_id', 128),
      bigint('cv_time'),
      int('day'),
      int('ad_id'),
      int('asp_id', { default: '0' }),
      int('result_type'),
      int('result_method', { default: '0' }),
      varchar('interaction_id', 128),
      int('interaction_number'),
      int('device'),
      int('redirect_id', { default: '0' }),
      int('lpo_entry_id', { default: '0' }),
      ...clickIds.map((name) => varchar(name, 255, { isNullable: true })),
      int('approval_status'),
      ...outcomes.map((name) => int(name)),
      double('cv_cost_sen'),
      varchar('change_id', 32),
      bigint('tag_fired_at', { isNullable: true }),
      bigint('created_at'),
      bigint('updated_at'),
      int('version', { default: '1' }),
    ],
    indices: [
      { name: 'ux_result_conversion', columnNames: ['conversion_id', 'ad_id'], isUnique: true },
      { name: 'ix_result_time', columnNames: ['product_id', 'cv_time'] },
      { name: 'ix_result_status', columnNames: ['product_id', 'approval_status', 'cv_time'] },
      { name: 'ix_result_event', columnNames: ['product_id', 'event_id'] },
      { name: 'ix_result_day', columnNames: ['product_id', 'day'] },
      { name: 'ix_result_ad', columnNames: ['ad_id', 'cv_time'] },
    ],
  },
  {
    name: 'result_history',
    columns: [
      id(),
      int('product_id'),
      varchar('result_id', 32),
      varchar('change_id', 32),
      bigint('at'),
      int('user_id', { isNullable: true }),
      int('from_status', { isNullable: true }),
      int('to_status'),
      varchar('reason', 1000, { isNullable: true }),
      varchar('postback_id', 32, { isNullable: true }),
      varchar('untold', 20, { isNullable: true }),
    ],
    indices: [
      { name: 'ix_result_history_result', columnNames: ['result_id', 'id'] },
      { name: 'ix_result_history_change', columnNames: ['change_id'] },
    ],
  },
  {
    name: 'result_trait',
    columns: [
      int('product_id', { isPrimary: true }),
      varchar('trait', 22, { isPrimary: true }),
      int('ad_id', { isPrimary: true }),
      bigint('cv_time', { isPrimary: true }),
      varchar('event_id', 128, { isPrimary: true }),
      int('cv_setting_id', { isPrimary: true }),
      varchar('result_id', 32),
    ],
  },
  {
    name: 'result_due',
    columns: [
      int('product_id', { isPrimary: true }),
      varchar('hold', 64, { isPrimary: true, default: "''" }),
      bigint('cv_time', { isPrimary: true }),
      varchar('event_id', 128, { isPrimary: true }),
      int('cv_setting_id', { isPrimary: true }),
      varchar('visitor_id', 128),
      varchar('user_id', 255, { isNullable: true }),
      varchar('untold', 20, { isNullable: true }),
      bigint('stored_at'),
    ],
  },
];
