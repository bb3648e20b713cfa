import type { TableOptions } from 'typeorm';
import { bigint, each, id, index, int, KEY, NULLABLE, OUTBOX, text, unique, varchar } from '../tables';

/** The audit trail, and the sign-in, mails, read tokens and requests of users. */
export const ACCOUNT_TABLES: TableOptions[] = [
  {
    name: 'audit_log',
    columns: [
      id(),
      ...each(int, ['company_id', 'entity_id']),
      ...each(int, ['product_id', 'user_id', 'version'], NULLABLE),
      bigint('at'),
      varchar('user_name', 255),
      varchar('ip', 45, NULLABLE),
      varchar('action', 16),
      varchar('entity', 32),
      varchar('label', 255),
    ],
    indices: [
      index('ix_audit_log_entity', 'company_id', 'entity', 'entity_id'),
      index('ix_audit_log_time', 'company_id', 'at'),
    ],
  },
  {
    name: 'audit_change',
    columns: [
      int('audit_id', KEY),
      varchar('field', 64, KEY),
      ...each(text, ['before_value', 'after_value'], NULLABLE),
    ],
  },
  {
    // Sign-in limits across processes.
    name: 'attempt',
    columns: [
      varchar('name', 64, KEY),
      ...each(int, ['failed', 'pending']),
      ...each(bigint, ['failed_until', 'pending_until']),
    ],
    indices: [index('ix_attempt_end', 'failed_until')],
  },
  {
    name: 'reset_mail',
    columns: [
      id(),
      varchar('recipient', 254),
      varchar('locale', 8),
      varchar('purpose', 16, { default: "'reset'" }),
      ...OUTBOX,
      int('attempts'),
    ],
    indices: [index('ix_reset_mail_due', 'due_at')],
  },
  {
    name: 'read_token',
    columns: [
      id(),
      ...each(int, ['user_id', 'product_id']),
      varchar('name', 255),
      varchar('token_hash', 64),
      varchar('prefix', 16),
      bigint('created_at'),
      bigint('last_used_at', NULLABLE),
    ],
    indices: [
      unique('ux_read_token_hash', 'token_hash'),
      index('ix_read_token_user', 'user_id', 'product_id'),
    ],
  },
  {
    // Queries that users ran in the explorer.
    name: 'query_run',
    columns: [
      id(),
      ...each(int, ['user_id', 'duration_ms', 'bytes', 'runs']),
      varchar('digest', 64),
      text('query'),
      text('variables', NULLABLE),
      bigint('ran_at'),
      int('row_count', NULLABLE),
      varchar('outcome', 16),
    ],
    indices: [unique('ux_query_run', 'user_id', 'digest'), index('ix_query_run_ran', 'user_id', 'ran_at')],
  },
  {
    // Objects that were created under a client's key, so a repeated request creates nothing twice.
    name: 'creation_key',
    columns: [
      int('user_id', KEY),
      varchar('entity', 32, KEY),
      varchar('creation_key', 64, KEY),
      varchar('digest', 64),
      int('entity_id'),
      bigint('created_at'),
    ],
    indices: [index('ix_creation_key_created', 'user_id', 'created_at')],
  },
];

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
