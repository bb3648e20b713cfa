import { dayOf } from '../../shared/domain/calendar';
import type { Dialect } from '../db/database';
import { ageLogs, productsToAge } from '../retention';
import type { StepSize, Sweep } from '../jobs/job';

/** Rows deleted per transaction. Other writers get in between. */
const ROWS: Record<StepSize, Record<Dialect, number>> = {
  live: { sqlite: 500, mysql: 2000 },
  bulk: { sqlite: 5000, mysql: 5000 },
};

/** Retry interval for unsettled rollups. */
const RETRY_MS = 60_000;
const unsettled = new Map<number, number>();
const mayGoOn = (productId: number): boolean => (unsettled.get(productId) ?? 0) + RETRY_MS < Date.now();

/** Deletes raw logs older than the retention period of their product. */
export const retentionSweep: Sweep = {
  name: 'retention',
  everyMs: 60_000,
  async waiting(db) {
    const due = await productsToAge(db.readOnlyTx, dayOf(Date.now()));
    return due.filter(mayGoOn).map((productId) => ({ productId, newest: 0 }));
  },
  async isPending(db, { productId }, size) {
    return (await this.waiting(db, size)).some((each) => each.productId === productId);
  },
  async step(db, productId, lease, size) {
    const settled = await db.write(async (tx) => {
      await lease.confirm(tx);
      return ageLogs(tx, productId, dayOf(Date.now()), ROWS[size][db.dialect]);
    });
    if (!settled) unsettled.set(productId, Date.now());
  },
};
