import type { Dialect } from '../db/database';
import { isResultDue, makeResults, releaseOrphans } from '../results';
import type { StepSize, Sweep } from '../jobs/job';

/** Conversions per transaction. */
const PORTIONS: Record<StepSize, Record<Dialect, number>> = {
  live: { sqlite: 100, mysql: 300 },
  bulk: { sqlite: 1000, mysql: 1000 },
};

/** How often a worker looks for imports that were aborted. */
const ORPHANS_MS = 60_000;
let lookedForOrphans = 0;

/** Products whose last step only found customers with pending work. They are skipped until the next check. */
const blocked = new Set<number>();

/**
 * Creates the results of conversions whose journeys are derived. Entries have no order, so each check covers
 * all of them.
 */
export const resultsSweep: Sweep = {
  name: 'results',
  everyMs: 250,
  async waiting(db, size) {
    if (size === 'live' && Date.now() - lookedForOrphans > ORPHANS_MS) {
      lookedForOrphans = Date.now();
      await releaseOrphans(db);
    }
    const products: { productId: number; newest: number }[] = [];
    const some =
      "(SELECT d.event_id FROM result_due d WHERE d.product_id = p.id AND d.hold = '' LIMIT 1) IS NOT NULL";
    for (const { id } of await db.read<{ id: number }>(`SELECT p.id FROM product p WHERE ${some}`)) {
      if (await isResultDue(db, id)) products.push({ productId: id, newest: 0 });
    }
    blocked.clear();
    return products;
  },
  isPending: async (db, { productId }) => !blocked.has(productId) && (await isResultDue(db, productId)),
  async step(db, productId, lease, size) {
    const created = await db.write(async (tx) => {
      await lease.confirm(tx);
      return makeResults(tx, productId, PORTIONS[size][db.dialect]);
    });
    if (created === 0) blocked.add(productId);
  },
};
