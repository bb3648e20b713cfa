import { execute, select, sql } from '../../db/statements';
import { insertRows, type Database, type Tx } from '../../db/database';
import { groupBy } from '../../platform/group-by';
import { SEEN_COLUMNS, seenSince, sumSeen, type SeenRow } from './seen-counts';

/** Rows of batches that wait before they are worth adding up. */
const WORTH_MERGING = 1000;
const ROWS_PER_STEP = 5000;
/** Names per day and kind. Anyone can send made-up ones; the most frequent stay. */
const MAX_NAMES = 300;

type StoredSeen = SeenRow & { readonly id: number };

/** Returns the products with many rows to add up, or with rows of days that are no longer shown. */
export async function productsToMergeSeen(db: Database, now: number): Promise<number[]> {
  const rows = await select<{ id: number }>(db)`SELECT p.id FROM product p WHERE (SELECT s.id
    FROM seen_count s WHERE s.product_id = p.id AND s.merged = 0
    LIMIT 1 OFFSET ${sql(WORTH_MERGING - 1)}) IS NOT NULL OR EXISTS (SELECT 1 FROM seen_count s
    WHERE s.product_id = p.id AND s.merged IN (0, 1) AND s.day < ${seenSince(now)})`;
  return rows.map(({ id }) => id);
}

const COLUMNS = ['id', ...SEEN_COLUMNS].join(', ');

/** Locks rows and returns the ids of those that no concurrent transaction has added up. */
async function lockRows(tx: Tx, rows: readonly { readonly id: number }[]): Promise<Set<number>> {
  const ids = [...new Set(rows.map(({ id }) => id))].sort((a, b) => a - b);
  const locked = await select<{ id: number }>(tx)`SELECT id FROM seen_count
    WHERE id IN ${ids} ${sql(tx.needsLocks ? 'FOR UPDATE' : '')}`;
  return new Set(locked.map(({ id }) => id));
}

/** Adds up a product's counts by day and name, and deletes those of earlier days. */
export async function mergeSeen(tx: Tx, productId: number, now: number): Promise<void> {
  const fresh = await select<StoredSeen>(tx)`SELECT ${sql(COLUMNS)} FROM seen_count
    WHERE product_id = ${productId} AND merged = 0 ORDER BY id LIMIT ${sql(ROWS_PER_STEP)}`;
  const merged = await select<StoredSeen>(tx)`SELECT ${sql(COLUMNS)} FROM seen_count
    WHERE product_id = ${productId} AND merged = 1 AND day IN ${new Set(fresh.map(({ day }) => day))}`;
  const since = seenSince(now);
  const old = await select<{ id: number }>(tx)`SELECT id FROM seen_count WHERE product_id = ${productId}
    AND merged IN (0, 1) AND day < ${since}`;
  const ids = await lockRows(tx, [...merged, ...fresh, ...old]);
  const days = groupBy(
    sumSeen([...merged, ...fresh].filter(({ id }) => ids.has(id))).filter(({ day }) => day >= since),
    ({ day, kind }) => `${day} ${kind}`,
  );
  const sums = [...days.values()].flatMap((rows) =>
    rows.sort((a, b) => b.views + b.cvs - a.views - a.cvs).slice(0, MAX_NAMES),
  );
  await execute(tx)`DELETE FROM seen_count WHERE id IN ${[...ids].sort((a, b) => a - b)}`;
  await insertRows(tx, 'seen_count', SEEN_COLUMNS, sums, { product_id: productId, merged: 1 });
}

/** Returns a product's counts of the last 30 days, added up over the days. */
export async function readSeen(db: Database, productId: number, now: number): Promise<SeenRow[]> {
  return sumSeen(
    await select<SeenRow>(db)`SELECT 0 AS day, kind, name, robot, SUM(views) AS views, SUM(cvs) AS cvs,
      MAX(example) AS example FROM seen_count WHERE product_id = ${productId} AND merged IN (0, 1)
      AND day >= ${seenSince(now)} GROUP BY kind, name, robot`,
  );
}
