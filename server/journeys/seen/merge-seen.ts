import { chunksOf, selectIn } from '../../db/chunks';
import { insertRows, placeholders, type Database, type Tx } from '../../db/database';
import { groupBy } from '../../platform/group-by';
import { SEEN_COLUMNS, seenSince, sumSeen, type SeenRow } from './seen-counts';

/** Rows of batches that wait before they are worth adding up. */
const WORTH_MERGING = 1000;
const ROWS_PER_STEP = 5000;
/** Names per day and kind. Anyone can send made-up ones; the most frequent stay. */
const MAX_NAMES = 300;

interface StoredSeen extends SeenRow {
  readonly id: number;
}

/** Returns the products with many rows to add up, or with rows of days that are no longer shown. */
export async function productsToMergeSeen(db: Database, now: number): Promise<number[]> {
  const rows = await db.read<{ id: number }>(
    `SELECT p.id FROM product p
      WHERE (SELECT s.id FROM seen_count s WHERE s.product_id = p.id AND s.merged = 0 LIMIT 1 OFFSET ${WORTH_MERGING - 1}) IS NOT NULL
        OR EXISTS (SELECT 1 FROM seen_count s WHERE s.product_id = p.id AND s.merged IN (0, 1) AND s.day < ?)`,
    [seenSince(now)],
  );
  return rows.map(({ id }) => id);
}

const COLUMNS = ['id', ...SEEN_COLUMNS].join(', ');

/** Locks rows and returns the ids of those that no concurrent transaction has added up. */
async function lockRows(tx: Tx, rows: readonly { readonly id: number }[]): Promise<Set<number>> {
  const ids = [...new Set(rows.map(({ id }) => id))].sort((a, b) => a - b);
  const sql = 'SELECT id FROM seen_count WHERE id IN';
  const locked = await selectIn<{ id: number }>(tx, sql, [], ids, tx.needsLocks ? 'FOR UPDATE' : '');
  return new Set(locked.map(({ id }) => id));
}

/** Adds up a product's counts by day and name, and deletes those of earlier days. */
export async function mergeSeen(tx: Tx, productId: number, now: number): Promise<void> {
  const fresh = await tx.query<StoredSeen>(
    `SELECT ${COLUMNS} FROM seen_count WHERE product_id = ? AND merged = 0 ORDER BY id LIMIT ${ROWS_PER_STEP}`,
    [productId],
  );
  const merged = await selectIn<StoredSeen>(
    tx,
    `SELECT ${COLUMNS} FROM seen_count WHERE product_id = ? AND merged = 1 AND day IN`,
    [productId],
    [...new Set(fresh.map(({ day }) => day))],
  );
  const since = seenSince(now);
  const old = await tx.query<{ id: number }>(
    'SELECT id FROM seen_count WHERE product_id = ? AND merged IN (0, 1) AND day < ?',
    [productId, since],
  );
  const ids = await lockRows(tx, [...merged, ...fresh, ...old]);
  const days = groupBy(
    sumSeen([...merged, ...fresh].filter(({ id }) => ids.has(id))).filter(({ day }) => day >= since),
    ({ day, kind }) => `${day} ${kind}`,
  );
  const sums = [...days.values()].flatMap((rows) =>
    rows.sort((a, b) => b.views + b.cvs - a.views - a.cvs).slice(0, MAX_NAMES),
  );
  for (const chunk of chunksOf([...ids].sort((a, b) => a - b)))
    await tx.execute(`DELETE FROM seen_count WHERE id IN (${placeholders(chunk)})`, chunk);
  await insertRows(
    tx,
    'seen_count',
    SEEN_COLUMNS,
    sums.map((row) => SEEN_COLUMNS.map((column) => row[column])),
    { product_id: productId, merged: 1 },
  );
}

/** Returns a product's counts of the last 30 days, added up over the days. */
export async function readSeen(db: Database, productId: number, now: number): Promise<SeenRow[]> {
  return sumSeen(
    await db.read<SeenRow>(
      `SELECT 0 AS day, kind, name, robot, SUM(views) AS views, SUM(cvs) AS cvs, MAX(example) AS example
        FROM seen_count WHERE product_id = ? AND merged IN (0, 1) AND day >= ? GROUP BY kind, name, robot`,
      [productId, seenSince(now)],
    ),
  );
}
