import { marks, type Tx } from '../db/database';
import { deriveVisitors } from '../journeys/derive/derive-visitors';
import { chunksOf } from '../journeys/sql/chunks';
import { queueOf, type Job, type StepSize } from './job';

interface Entry {
  id: number;
  product_id: number;
  visitor_id: string;
  since: number;
}

const VISITORS: Record<StepSize, number> = { live: 100, bulk: 1000 };
const ENTRIES = 5000;

/** Removes done entries of a queue; those that came meanwhile have other ids and stay. */
export async function removeEntries(tx: Tx, table: 'stale_visitor' | 'stale_day', ids: readonly number[]): Promise<void> {
  for (const chunk of chunksOf(ids)) await tx.execute(`DELETE FROM ${table} WHERE id IN (${marks(chunk)})`, chunk);
}

/** Derives the journeys and paths of visitors whose events changed. */
export const journeysJob: Job = {
  name: 'journeys',
  everyMs: 250,
  ...queueOf('stale_visitor'),
  async step(db, lease, size) {
    await db.write(async (tx) => {
      await lease.confirm(tx);
      const entries = await tx.query<Entry>(
        'SELECT id, product_id, visitor_id, since FROM stale_visitor ORDER BY id LIMIT ?',
        [ENTRIES],
      );
      const productId = entries[0]?.product_id;
      if (productId === undefined) return;
      const visitors = new Map<string, number>();
      const done: number[] = [];
      for (const { id, product_id, visitor_id, since } of entries) {
        if (product_id !== productId) continue;
        const known = visitors.get(visitor_id);
        if (known === undefined && visitors.size >= VISITORS[size]) continue;
        visitors.set(visitor_id, Math.min(known ?? since, since));
        done.push(id);
      }
      await deriveVisitors(tx, productId, visitors);
      await removeEntries(tx, 'stale_visitor', done);
    });
  },
};
