import { productsToRollUp, rollUpStaleDays } from '../rollups';
import type { Sweep } from '../jobs/job';

/** Computes the rollups of days whose data changed. The ids of entries are the times of their first marks. */
export const rollupsSweep: Sweep = {
  name: 'rollups',
  everyMs: 1000,
  waiting: (db, size) => productsToRollUp(db, size),
  async isPending(db, of, size) {
    const products = await productsToRollUp(db, size);
    return products.some(({ productId, oldest }) => productId === of.productId && oldest <= of.newest);
  },
  async step(db, productId, lease, size) {
    await db.write(async (tx) => {
      await lease.confirm(tx);
      await rollUpStaleDays(tx, productId, size);
    });
  },
};
