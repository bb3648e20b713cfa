import type { Database, Tx } from '../db/database';
import { recomputeMedia, recomputeRollups, type RecomputeMode } from './recompute';

/** Days per transaction: a month for a command, few alongside requests. */
const DAYS: Record<RecomputeMode, number> = { live: 4, bulk: 31 };
/** Days per transaction if only media reports changed: more than a year. */
const MEDIA_DAYS = 400;

/** Up to this many waiting visitors are a moment's work, not a backlog. */
export const MAX_QUIET_VISITORS = 2000;

/** Longest time that metrics may stay stale while a backlog is processed. */
const MAX_STALE_MS = 300_000;

/** Tables of marked days. */
type Queue = 'stale_day' | 'stale_media_day';

interface StaleDay {
  day: number;
  marks: number;
}

/** Whether at most a few visitors of the product wait to be derived. */
async function isQuiet(db: Pick<Database, 'read'>, productId: number): Promise<boolean> {
  const rows = await db.read(
    'SELECT id FROM stale_visitor WHERE product_id = ? ORDER BY visitor_id LIMIT 1 OFFSET ?',
    [productId, MAX_QUIET_VISITORS],
  );
  return rows.length === 0;
}

/** A product with days to roll up, and the times of the oldest and newest mark. */
export interface ProductToRollUp {
  productId: number;
  oldest: number;
  newest: number;
}

/**
 * Returns the products to roll up now, the longest waiting first. While a product has a backlog its days wait
 * for a limited time, so that each is rolled up once.
 *
 * @param mode a command takes all marked days
 */
export async function productsToRollUp(
  db: Pick<Database, 'read'>,
  mode: RecomputeMode,
  now = Date.now(),
): Promise<ProductToRollUp[]> {
  const products = await db.read<ProductToRollUp & { media: number }>(
    `SELECT product_id AS productId, MIN(since) AS oldest, MAX(since) AS newest, MAX(media) AS media
      FROM (SELECT product_id, since, 0 AS media FROM stale_day UNION ALL SELECT product_id, since, 1 AS media FROM stale_media_day) marked
      GROUP BY product_id ORDER BY oldest`,
  );
  if (mode === 'bulk') return products;
  const due: ProductToRollUp[] = [];
  for (const product of products) {
    // Media reports don't depend on visitors.
    if (
      Number(product.media) === 1 ||
      product.oldest < now - MAX_STALE_MS ||
      (await isQuiet(db, product.productId))
    )
      due.push(product);
  }
  return due;
}

/** Marked days, newest first. */
const readMarkedDays = (tx: Tx, queue: Queue, productId: number, limit: number): Promise<StaleDay[]> =>
  tx.query<StaleDay>(`SELECT day, marks FROM ${queue} WHERE product_id = ? ORDER BY day DESC LIMIT ?`, [
    productId,
    limit,
  ]);

/** Removes marks. A day that was marked again during the rollup stays marked. */
async function unmark(
  tx: Tx,
  queue: Queue,
  productId: number,
  days: readonly StaleDay[],
  now: number,
): Promise<void> {
  for (const { day, marks } of days) {
    const deleted = await tx.execute(`DELETE FROM ${queue} WHERE product_id = ? AND day = ? AND marks = ?`, [
      productId,
      day,
      marks,
    ]);
    if (deleted === 0)
      await tx.execute(`UPDATE ${queue} SET since = ? WHERE product_id = ? AND day = ?`, [
        now,
        productId,
        day,
      ]);
  }
}

/**
 * Rolls up some stale days of a product. Days with changed media reports only come first, then the newest:
 * people watch today, and neighbouring days share a month. A day that is marked again during the rollup stays
 * marked, since now.
 */
export async function rollUpStaleDays(
  tx: Tx,
  productId: number,
  mode: RecomputeMode,
  now = Date.now(),
): Promise<void> {
  const mediaDays = await readMarkedDays(tx, 'stale_media_day', productId, MEDIA_DAYS);
  if (mediaDays.length > 0) {
    await recomputeMedia(
      tx,
      productId,
      mediaDays.map(({ day }) => day),
      now,
    );
    return unmark(tx, 'stale_media_day', productId, mediaDays, now);
  }
  const stale = await readMarkedDays(tx, 'stale_day', productId, DAYS[mode]);
  if (stale.length === 0) return;
  await recomputeRollups(
    tx,
    productId,
    stale.map(({ day }) => day),
    mode,
  );
  await unmark(tx, 'stale_day', productId, stale, now);
}
