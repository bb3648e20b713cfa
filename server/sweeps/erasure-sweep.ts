import type { Dialect } from '../db/database';
import { eraseStep } from '../erasure/work';
import type { StepSize, Sweep } from '../jobs/job';

/** Rows per transaction. Other writers get in between. */
const ROWS: Record<StepSize, Record<Dialect, number>> = {
  live: { sqlite: 300, mysql: 1000 },
  bulk: { sqlite: 2000, mysql: 2000 },
};

/** Retry interval for persons with pending derivations or postbacks. */
const RETRY_MS = 2000;
const waitingUntil = new Map<number, number>();

/** Continues erasures that weren't completed within their request. */
export const erasureSweep: Sweep = {
  name: 'erasure',
  everyMs: 5000,
  async waiting(db) {
    const rows = await db.read<{ product_id: number }>(
      'SELECT DISTINCT product_id FROM erasure WHERE finished_at IS NULL',
    );
    return rows
      .filter(({ product_id: id }) => (waitingUntil.get(id) ?? 0) < Date.now())
      .map(({ product_id: productId }) => ({ productId, newest: 0 }));
  },
  async isPending(db, { productId }, size) {
    return (await this.waiting(db, size)).some((each) => each.productId === productId);
  },
  async step(db, productId, lease, size) {
    const open = await db.read<{ id: number }>(
      'SELECT id FROM erasure WHERE product_id = ? AND finished_at IS NULL ORDER BY id',
      [productId],
    );
    let moved = false;
    for (const { id } of open) {
      const step = await db.write(async (tx) => {
        await lease.confirm(tx);
        return eraseStep(tx, id, ROWS[size][db.dialect], Date.now());
      });
      moved ||= step !== 'waiting';
    }
    if (!moved) waitingUntil.set(productId, Date.now() + RETRY_MS);
  },
};
