import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import {
  bigint,
  double,
  each,
  index,
  int,
  KEY,
  NULLABLE,
  OUTBOX,
  SETTING,
  smallint,
  text,
  unique,
  varchar,
  ZERO,
} from './tables';

const match = new Table({
  name: 'conversion_match',
  columns: [
    ...each(int, ['product_id', 'cv_setting_id'], KEY),
    varchar('event_id', 128, KEY),
    bigint('time'),
    varchar('consent', 8, NULLABLE),
    ...['hashed_email', 'hashed_phone', 'hashed_phone_digits'].map((name) => varchar(name, 64, NULLABLE)),
    ...['fbp', 'ly_su', 'ly_r'].map((name) => varchar(name, 255, NULLABLE)),
    text('click_ids', NULLABLE),
  ],
  indices: [index('ix_conversion_match_time', 'product_id', 'time')],
});

const sender = new Table({
  name: 'conversion_sender',
  columns: [
    ...SETTING,
    int('product_id'),
    varchar('platform', 32),
    varchar('name', 255),
    text('credentials'),
    text('sealed_credentials', NULLABLE),
    bigint('secrets_changed_at', NULLABLE),
    ...each(int, ['send_when', 'value_kind']),
    double('value_fixed_sen', NULLABLE),
    ...each(smallint, ['consent_required', 'test_mode', 'status']),
    varchar('base_url', 2048, NULLABLE),
  ],
  indices: [index('ix_conversion_sender_product', 'product_id')],
});

const senderCv = new Table({
  name: 'conversion_sender_cv',
  columns: each(int, ['sender_id', 'cv_setting_id'], KEY),
});

/** @param long type of 64-bit keys */
const send = (long: typeof int): Table =>
  new Table({
    name: 'conversion_send',
    columns: [
      varchar('id', 32, KEY),
      ...each(int, ['product_id', 'sender_id']),
      varchar('platform', 32),
      long('conversion_id'),
      varchar('event_id', 128),
      int('cv_setting_id'),
      int('ad_id', ZERO),
      varchar('transaction_id', 64),
      double('value_sen', NULLABLE),
      varchar('state', 12),
      varchar('reason', 255, NULLABLE),
      varchar('retraction', 16, NULLABLE),
      varchar('batch_id', 64, NULLABLE),
      int('attempts', ZERO),
      bigint('due_at', NULLABLE),
      bigint('next_at', NULLABLE),
      bigint('sent_at', NULLABLE),
      bigint('created_at'),
    ],
    indices: [
      unique('ux_conversion_send', 'sender_id', 'transaction_id'),
      index('ix_conversion_send_time', 'product_id', 'created_at'),
      index('ix_conversion_send_state', 'product_id', 'state', 'created_at'),
      index('ix_conversion_send_due', 'product_id', 'due_at'),
      index('ix_conversion_send_conversion', 'conversion_id'),
      index('ix_conversion_send_batch', 'batch_id'),
    ],
  });

const batch = new Table({
  name: 'conversion_batch',
  columns: [
    varchar('id', 64, KEY),
    ...each(int, ['product_id', 'sender_id']),
    varchar('host', 255),
    varchar('request_id', 255, NULLABLE),
    ...OUTBOX,
    int('attempts', ZERO),
  ],
  indices: [
    index('ix_conversion_batch_due', 'due_at', 'sender_id', 'host'),
    index('ix_conversion_batch_sender', 'sender_id', 'due_at'),
  ],
});

const attempt = new Table({
  name: 'conversion_attempt',
  columns: [
    varchar('id', 32, KEY),
    int('product_id'),
    varchar('batch_id', 64),
    bigint('at'),
    varchar('url', 2048),
    int('http_status', NULLABLE),
    varchar('error', 32, NULLABLE),
    int('duration_ms'),
    int('conversions'),
    text('answer', NULLABLE),
  ],
  indices: [index('ix_conversion_attempt_batch', 'batch_id', 'id')],
});

/** Adds the senders of conversions to ad platforms, their ledger and queue, and what identifies visitors. */
export class ConversionSenders1700000290030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const isSqlite = runner.connection.options.type === 'better-sqlite3';
    const ledger = send(isSqlite ? int : bigint);
    for (const table of [match, sender, senderCv, ledger, batch, attempt])
      await runner.createTable(table, true);
  }

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
