import { runStep, runsWhere } from '../results';
import type { Sweep } from '../jobs/job';

const OPEN = 'finished_at IS NULL';

/** Processes approvals of many results in portions, which lets other writers in between. */
export const approvalsSweep: Sweep = {
  name: 'approvals',
  everyMs: 500,
  async waiting(db) {
    const rows = await db.read<{ product_id: number }>(
      `SELECT DISTINCT product_id FROM approval_run WHERE ${OPEN}`,
    );
    return rows.map(({ product_id: productId }) => ({ productId, newest: 0 }));
  },
  async isPending(db, { productId }) {
    return (await runsWhere(db.readOnlyTx, `product_id = ? AND ${OPEN} LIMIT 1`, [productId])).length > 0;
  },
  async step(db, productId, lease) {
    const open = await runsWhere(db.readOnlyTx, `product_id = ? AND ${OPEN} ORDER BY begun_at, id`, [
      productId,
    ]);
    for (const { id } of open) {
      await db.write(async (tx) => {
        await lease.confirm(tx);
        await runStep(tx, id, Date.now());
      });
    }
  },
};
