import type { Tx } from '../../db/database';

/** Creates the context of a change by `npm run user`, which the audit trail names as author. */
export const commandContext = (tx: Tx, companyId: number) => ({
  tx,
  actor: { userId: null, companyId },
  client: { ip: '', ua: null },
  at: new Date(),
  userName: () => Promise.resolve('npm run user'),
});
