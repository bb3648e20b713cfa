import { execute, select, sql } from '../../server/db/statements';
import type { Database } from '../../server/db/database';
import { leaseName } from '../../server/jobs/job';

const FOREVER_MS = 3_600_000;

/**
 * Deletes the derived data of a product and queues all of its visitors. Everything must then be read, derived
 * and written again, as if no worker had run when the events came in.
 */
export const makeBacklog = async (db: Database, productId: number): Promise<void> => {
  const days = await select<{ day: number }>(db)`SELECT day FROM rollup_touch_day
    WHERE product_id = ${productId} UNION SELECT day FROM rollup_cv_day WHERE product_id = ${productId}`;
  for (const { day } of days) {
    await db.write(async (tx) => {
      const ofDay = 'WHERE product_id = ? AND day = ?';
      await tx.execute(`UPDATE interaction SET counted = 0, first_touch = 0, reference_id = NULL ${ofDay}`, [
        productId,
        day,
      ]);
      await tx.execute(
        `UPDATE access SET interaction_id = NULL, ad_id = 0, redirect_id = 0, lpo_entry_id = 0 ${ofDay}`,
        [productId, day],
      );
      for (const table of ['conversion_touch', 'later_conversion'])
        await tx.execute(`DELETE FROM ${table} ${ofDay}`, [productId, day]);
    });
  }
  await db.write(async (tx) => {
    for (const table of ['interaction', 'access', 'conversion']) {
      // Marks each visitor once per table, as an endpoint marks once per transaction.
      await execute(tx)`INSERT INTO stale_visitor (product_id, visitor_id, since)
        SELECT product_id, visitor_id, MIN(time) FROM ${sql(table)} WHERE product_id = ${productId}
        GROUP BY visitor_id`;
    }
  });
};

/** Counts the pending marks of all products. */
export const waitingMarks = async (db: Database): Promise<number> => {
  const [row] = await db.read<{ n: number }>('SELECT COUNT(*) AS n FROM stale_visitor');
  return Number(row?.n ?? 0);
};

const allLeases = async (db: Database, owner: string, until: number): Promise<void> => {
  const products = await db.read<{ id: number }>('SELECT id FROM product ORDER BY id');
  const names = products.flatMap(({ id }) => ['journeys', 'rollups'].map((job) => leaseName(job, id)));
  await db.write(async (tx) => {
    for (const name of names) {
      const known = await execute(tx)`UPDATE lease SET owner = ${owner}, expires_at = ${until}
        WHERE name = ${name}`;
      if (known === 0)
        await execute(tx)`INSERT INTO lease (name, owner, expires_at) VALUES (${name}, ${owner}, ${until})`;
    }
  });
};

/** Takes the leases of all products. The current step fails or finishes, and no further one starts. */
export const holdWork = (db: Database): Promise<void> => allLeases(db, 'bench', Date.now() + FOREVER_MS);

/** Releases the leases. */
export const releaseWork = (db: Database): Promise<void> => allLeases(db, 'nobody', 0);
