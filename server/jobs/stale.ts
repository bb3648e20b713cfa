import { marks, type Tx } from '../db/database';
import { chunksOf } from '../journeys/sql/chunks';
import type { Sweep, Waiting } from './job';

type StaleTable = 'stale_visitor' | 'stale_day';

/** The queries that sweeps over a table of stale things share. */
export function waitingIn(table: StaleTable): Pick<Sweep, 'waiting' | 'waits'> {
  return {
    async waiting(db) {
      // One look into the index for each product: counting a long backlog would hold requests up.
      const newest = `(SELECT s.id FROM ${table} s WHERE s.product_id = p.id ORDER BY s.id DESC LIMIT 1)`;
      const rows = await db.read<{ id: number; newest: number | null }>(`SELECT p.id, ${newest} AS newest FROM product p`);
      return rows.flatMap(({ id, newest: last }): Waiting[] => (last === null ? [] : [{ productId: id, newest: last }]));
    },
    async waits(db, { productId, newest }) {
      const rows = await db.read(`SELECT id FROM ${table} WHERE product_id = ? AND id <= ? LIMIT 1`, [productId, newest]);
      return rows.length > 0;
    },
  };
}

/** Removes done entries; those that came meanwhile have other ids and stay. */
export async function removeEntries(tx: Tx, table: StaleTable, ids: readonly number[]): Promise<void> {
  for (const chunk of chunksOf(ids)) await tx.execute(`DELETE FROM ${table} WHERE id IN (${marks(chunk)})`, chunk);
}
