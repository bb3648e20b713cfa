import { recomputeRollups } from '../analysis/rollups';
import { marks } from '../db/database';
import type { StepSize, Sweep } from './job';
import { removeEntries, waitingIn } from './stale';

const DAYS: Record<StepSize, number> = { live: 4, bulk: 31 };

/** Computes the rollups of days whose facts changed. */
export const rollupsSweep: Sweep = {
  name: 'rollups',
  everyMs: 1000,
  ...waitingIn('stale_day'),
  async step(db, productId, lease, size) {
    await db.write(async (tx) => {
      await lease.confirm(tx);
      // Newest days first: today's are those that somebody watches. Neighbours share a month.
      const newest = await tx.query<{ day: number }>('SELECT DISTINCT day FROM stale_day WHERE product_id = ? ORDER BY day DESC LIMIT ?', [
        productId,
        DAYS[size],
      ]);
      if (newest.length === 0) return;
      const days = newest.map(({ day }) => day);
      // All marks of a day go at once, however many: each that stays would have it computed again.
      const marked = await tx.query<{ id: number }>(`SELECT id FROM stale_day WHERE product_id = ? AND day IN (${marks(days)})`, [productId, ...days]);
      await recomputeRollups(tx, productId, days, size);
      await removeEntries(tx, 'stale_day', marked.map(({ id }) => id));
    });
  },
};
