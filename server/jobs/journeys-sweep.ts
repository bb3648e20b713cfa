import { deriveVisitors } from '../journeys/derive/derive-visitors';
import type { StepSize, Sweep } from './job';
import { removeEntries, waitingIn } from './stale';

interface Entry {
  id: number;
  visitor_id: string;
  since: number;
}

const VISITORS: Record<StepSize, number> = { live: 100, bulk: 1000 };
const ENTRIES = 5000;

/** Derives the journeys and paths of visitors whose events changed. */
export const journeysSweep: Sweep = {
  name: 'journeys',
  everyMs: 250,
  ...waitingIn('stale_visitor'),
  async step(db, productId, lease, size) {
    await db.write(async (tx) => {
      await lease.confirm(tx);
      const entries = await tx.query<Entry>('SELECT id, visitor_id, since FROM stale_visitor WHERE product_id = ? ORDER BY id LIMIT ?', [productId, ENTRIES]);
      const visitors = new Map<string, number>();
      const done: number[] = [];
      for (const { id, visitor_id, since } of entries) {
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
