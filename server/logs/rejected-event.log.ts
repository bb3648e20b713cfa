import { address, found, freeText, instant, nullable, product, productId, text } from './log-fields';
import type { LogField, LogRecord } from './log-record';

/** A row's number in the table, as text like the ids of the other logs. */
const number: LogField = {
  type: 'text',
  source: { sql: 'e.id', read: String },
  // What is no number is no row's: a database would take its first digits for one.
  filters: {
    '': {
      sql: 'e.id',
      kind: 'text',
      type: 'text',
      write: (value) => (/^\d{1,9}$/.test(String(value)) ? Number(value) : -1),
    },
  },
};

/**
 * The log of what the tracking doors refused: clicks that made no contact, and events that could not be taken. What came
 * without a known product is nobody's and not listed.
 */
export const refusedEvents: LogRecord = {
  type: 'RefusedEvent',
  one: 'refusedEvent',
  many: 'refusedEvents',
  table: 'bad_event',
  time: 'refusedAt',
  fields: {
    id: number,
    productId,
    product,
    refusedAt: instant('stored_at'),
    door: text('door'),
    reason: freeText('reason', found),
    content: freeText('text', { ...nullable, ...found, mask: 'hidden' }),
    ipAddress: address,
  },
  // What came names no ad that it could be told by whose it is.
  guard: (_actor, grant) => (grant.scope === 'own' ? [{ sql: '1 = 0', params: [] }] : []),
};
