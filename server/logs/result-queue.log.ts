import { anyOf } from '../db/condition';
import {
  adLabel,
  searchable,
  indexed,
  instant,
  int,
  label,
  nullable,
  ownAdsOnly,
  product,
  productId,
  reference,
  text,
} from './log-fields';
import type { LogField, LogDefinition } from './log-definition';

const maybeInstant = (sql: string): LogField => ({
  type: 'instant',
  nullable: true,
  source: { sql, read: (value) => (value === null ? null : new Date(Number(value))) },
});

/** Postback result: true delivered, false given up, null while pending. */
const resultStatus: LogField = {
  type: 'bool',
  nullable: true,
  source: { sql: 'e.result_status', read: (value) => (value === null ? null : Number(value) === 1) },
  filters: { '': { sql: 'e.result_status', kind: 'boolean', type: 'bool' } },
};

const STATES: Readonly<Record<string, string>> = {
  pending: 'e.result_status IS NULL',
  success: 'e.result_status = 1',
  failure: 'e.result_status = 0',
};

/** The same as a word, which also lets pending ones be filtered. */
const state: LogField = {
  type: 'text',
  source: {
    sql: "CASE WHEN e.result_status IS NULL THEN 'pending' WHEN e.result_status = 1 THEN 'success' ELSE 'failure' END",
  },
  filters: {
    '': {
      sql: 'e.result_status',
      kind: 'text',
      type: 'text',
      // An unknown word matches nothing.
      where: (values) =>
        anyOf(values.map((value) => ({ sql: STATES[String(value)] ?? '1 = 0', params: [] }))),
    },
  },
};

/** The result queue: postbacks sent, pending or given up, newest first. */
export const resultQueue: LogDefinition = {
  type: 'ResultQueueItem',
  one: 'resultQueueItem',
  many: 'resultQueue',
  table: 'postback',
  menu: 'postbacks',
  time: 'createdAt',
  fields: {
    id: text('id', searchable),
    productId,
    product,
    resultId: text('result_id', { ...nullable, ...searchable }),
    adId: reference('ad_id', 'ad'),
    ad: adLabel('ad_id'),
    aspId: reference('asp_id', 'asp'),
    asp: label('asp_id', 'asp', 'asp_name'),
    kind: text('kind'),
    approvalStatus: int('approval_status', nullable),
    // The URL names customers and orders.
    url: text('url', { ...nullable, mask: 'hidden' }),
    resultStatus: indexed('ix_postback_status', resultStatus),
    state: indexed('ix_postback_status', state),
    attempts: int('attempts'),
    reason: text('reason', nullable),
    nextAt: maybeInstant('CASE WHEN e.result_status IS NULL THEN e.due_at END'),
    executedAt: maybeInstant('e.executed_at'),
    createdAt: instant('created_at'),
  },
  guard: (actor, grant) => ownAdsOnly(actor, grant, 'e.ad_id'),
  relations: { attemptLog: ['id', 'productId'] },
};
