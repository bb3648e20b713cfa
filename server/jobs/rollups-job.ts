import { recomputeRollups } from '../analysis/rollups';
import { queueOf, type Job, type StepSize } from './job';
import { removeEntries } from './journeys-job';

interface Entry {
  id: number;
  product_id: number;
  day: number;
}

const DAYS: Record<StepSize, number> = { live: 4, bulk: 31 };
const ENTRIES = 20_000;

/** Computes the rollups of days whose facts changed. */
export const rollupsJob: Job = {
  name: 'rollups',
  everyMs: 1000,
  ...queueOf('stale_day'),
  async step(db, lease, size) {
    await db.write(async (tx) => {
      await lease.confirm(tx);
      const entries = await tx.query<Entry>('SELECT id, product_id, day FROM stale_day ORDER BY id LIMIT ?', [ENTRIES]);
      const productId = entries[0]?.product_id;
      if (productId === undefined) return;
      const mine = entries.filter((entry) => entry.product_id === productId);
      // Newest days first: today's are those that somebody watches. Neighbours share a month.
      const days = [...new Set(mine.map((entry) => entry.day))].sort((a, b) => b - a).slice(0, DAYS[size]);
      const taken = new Set(days);
      await recomputeRollups(tx, productId, days, size);
      await removeEntries(tx, 'stale_day', mine.filter((entry) => taken.has(entry.day)).map((entry) => entry.id));
    });
  },
};
