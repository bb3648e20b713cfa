import type { TableOptions } from 'typeorm';
import { bigint, each, id, index, int, KEY, NULLABLE, text, unique, varchar } from '../tables';

/**
 * Retention of raw logs, and erasure: its receipts and subjects, the digests that identify late events of
 * erased persons, and the digests' key.
 */
export const PRIVACY_TABLES: TableOptions[] = [
  {
    name: 'log_horizon',
    columns: [
      int('product_id', KEY),
      ...each(int, ['sealed_before', 'forget_before', 'kept_from', 'longest_term']),
    ],
  },
  {
    name: 'erasure',
    columns: [
      id(),
      varchar('number', 32),
      ...each(int, ['company_id', 'product_id']),
      varchar('subject_kind', 16),
      varchar('subject_digest', 43),
      bigint('requested_at'),
      int('user_id', NULLABLE),
      varchar('user_name', 255),
      bigint('finished_at', NULLABLE),
      text('counts'),
      text('work', NULLABLE),
    ],
    indices: [
      unique('ux_erasure_number', 'number'),
      index('ix_erasure_product', 'product_id', 'requested_at'),
      index('ix_erasure_subject', 'product_id', 'subject_digest'),
    ],
  },
  {
    name: 'erasure_subject',
    columns: [int('erasure_id', KEY), varchar('kind', 16, KEY), varchar('person_id', 255, KEY)],
  },
  {
    name: 'erased_person',
    columns: [int('product_id', KEY), varchar('digest', 43, KEY), bigint('erased_at')],
  },
  {
    name: 'plain_key',
    columns: [int('product_id', KEY), varchar('kind', 16, KEY), varchar('id', 255, KEY)],
  },
  { name: 'personal_key', columns: [int('product_id', KEY), varchar('secret', 64)] },
];
