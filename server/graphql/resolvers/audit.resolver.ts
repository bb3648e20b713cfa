import { readResolver } from './read-resolver';

export const AuditResolver = readResolver({
  type: 'AuditLog',
  one: 'auditLog',
  many: 'auditLogs',
  ofProduct: true,
  log: 'numberId',
  service: ({ auditLogs }) => auditLogs,
});
