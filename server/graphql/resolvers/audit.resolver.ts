import { instant, int, listOf, objectType, opt, ref, text } from '../fields';
import { readResolver } from './read-resolver';

const AuditChangeType = objectType('AuditChange', { field: text, before: opt(text), after: opt(text) });

export const AuditResolver = readResolver({
  type: 'AuditLog',
  one: 'auditLog',
  many: 'auditLogs',
  fields: {
    id: int,
    at: instant,
    userId: opt(int),
    userName: text,
    ip: opt(text),
    action: text,
    entity: text,
    entityId: int,
    productId: opt(int),
    label: text,
    version: opt(int),
    changes: listOf(ref(() => AuditChangeType)),
  },
  filters: ['userId', 'action', 'entity', 'entityId'],
  ofProduct: true,
  log: 'numberId',
  service: ({ auditLogs }) => auditLogs,
});
