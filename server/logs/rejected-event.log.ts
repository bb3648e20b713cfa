import { address, searchable, freeText, instant, nullable, product, productId, text } from './log-fields';
import type { LogField, LogDefinition } from './log-definition';

/** The row's numeric id as text, like the ids of other logs. */
const number: LogField = {
  type: 'text',
  source: { sql: 'e.id', read: String },
  // A value that is not a number matches no row: MariaDB would compare its leading digits.
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
 * The log of events that the tracking endpoints rejected: clicks without a contact, and events that could not
 * be stored.
 * Rejected events without a known product belong to no company and are not listed.
 */
export const rejectedEvents: LogDefinition = {
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
    reason: freeText('reason', searchable),
    content: freeText('text', { ...nullable, ...searchable, mask: 'hidden' }),
    ipAddress: address,
  },
  // Rejected events can't be attributed to an agency.
  guard: (_actor, grant) => (grant.scope === 'own' ? [{ sql: '1 = 0', params: [] }] : []),
};
