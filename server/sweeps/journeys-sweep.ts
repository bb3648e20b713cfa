import type { Dialect } from '../db/database';
import { VisitorQueue, type Portion } from '../journeys';
import type { StepSize, Sweep, PendingProduct } from '../jobs/job';

/** In the embedded database a statement blocks the whole process, so portions beside requests are small. */
const PORTIONS: Record<StepSize, Record<Dialect, Portion>> = {
  live: { sqlite: { marks: 400, events: 1500 }, mysql: { marks: 1000, events: 3000 } },
  bulk: { sqlite: { marks: 5000, events: 20_000 }, mysql: { marks: 5000, events: 20_000 } },
};

/** Position in each product's queue. It is reset by a restart, which costs nothing. */
const queues = new Map<number, VisitorQueue>();

function queueOf(productId: number): VisitorQueue {
  const queue = queues.get(productId) ?? new VisitorQueue(productId);
  queues.set(productId, queue);
  return queue;
}

/** Derives the journeys and paths of visitors whose events changed. */
export const journeysSweep: Sweep = {
  name: 'journeys',
  everyMs: 250,
  async waiting(db) {
    // One index lookup per product: counting a long backlog would delay requests.
    const newest = '(SELECT s.id FROM stale_visitor s WHERE s.product_id = p.id ORDER BY s.id DESC LIMIT 1)';
    const rows = await db.read<{ id: number; newest: number | null }>(
      `SELECT p.id, ${newest} AS newest FROM product p`,
    );
    return rows.flatMap(({ id, newest: last }): PendingProduct[] =>
      last === null ? [] : [{ productId: id, newest: last }],
    );
  },
  async isPending(db, { productId, newest }) {
    const rows = await db.read('SELECT id FROM stale_visitor WHERE product_id = ? AND id <= ? LIMIT 1', [
      productId,
      newest,
    ]);
    return rows.length > 0;
  },
  async step(db, productId, lease, size) {
    await db.write(async (tx) => {
      await lease.confirm(tx);
      await queueOf(productId).step(tx, PORTIONS[size][db.dialect]);
    });
  },
};
