import { recomputeRollups } from '../analysis/rollups';
import { marks } from '../db/database';
import { queueOf, type Job, type StepSize } from './job';
import { removeEntries } from './journeys-job';

const DAYS: Record<StepSize, number> = { live: 4, bulk: 31 };

/** Computes the rollups of days whose facts changed. */
export const rollupsJob: Job = {
  name: 'rollups',
  everyMs: 1000,
  ...queueOf('stale_day'),
  async step(db, lease, size) {
    await db.write(async (tx) => {
      await lease.confirm(tx);
      // Newest days first, of whichever product: today's are those that somebody watches. Neighbours share a month.
      const [next] = await tx.query<{ product_id: number }>('SELECT product_id FROM stale_day ORDER BY day DESC, id LIMIT 1');
      if (!next) return;
      const productId = next.product_id;
      const newest = await tx.query<{ day: number }>('SELECT DISTINCT day FROM stale_day WHERE product_id = ? ORDER BY day DESC LIMIT ?', [
        productId,
        DAYS[size],
      ]);
      const days = newest.map(({ day }) => day);
      // All marks of a day go at once, however many: each that stays would have it computed again.
      const marked = await tx.query<{ id: number }>(`SELECT id FROM stale_day WHERE product_id = ? AND day IN (${marks(days)})`, [productId, ...days]);
      await recomputeRollups(tx, productId, days, size);
      await removeEntries(tx, 'stale_day', marked.map(({ id }) => id));
    });
  },
};
