import type { Database, Tx } from '../../db/database';
import { recomputeRollups, type RecomputeMode } from './recompute';

/** Days of one transaction: those of a month for a command, few beside requests. */
const DAYS: Record<RecomputeMode, number> = { live: 4, bulk: 31 };

/** So many waiting visitors are a moment's work, not a backlog. */
export const FEW = 2000;

/** Even while a backlog is worked off, figures are not older than this. */
const PATIENCE_MS = 300_000;

interface StaleDay {
  day: number;
  marks: number;
}

/** Whether at most a few visitors of the product wait to be derived. */
async function isQuiet(db: Pick<Database, 'read'>, productId: number): Promise<boolean> {
  const rows = await db.read('SELECT id FROM stale_visitor WHERE product_id = ? ORDER BY visitor_id LIMIT 1 OFFSET ?', [productId, FEW]);
  return rows.length === 0;
}

/** A product with days to roll up, and the instants of the first marks of its days. */
export interface ProductToRollUp {
  productId: number;
  oldest: number;
  newest: number;
}

/**
 * The products that have days to roll up now, the longest waiting first. While a product's backlog is worked off
 * its days wait, so that each is rolled up once; but not for ever.
 *
 * @param mode a command takes all that is marked.
 */
export async function productsToRollUp(db: Pick<Database, 'read'>, mode: RecomputeMode, now = Date.now()): Promise<ProductToRollUp[]> {
  const products = await db.read<ProductToRollUp>(
    'SELECT product_id AS productId, MIN(since) AS oldest, MAX(since) AS newest FROM stale_day GROUP BY product_id ORDER BY oldest',
  );
  if (mode === 'bulk') return products;
  const due: ProductToRollUp[] = [];
  for (const product of products) {
    if (product.oldest < now - PATIENCE_MS || (await isQuiet(db, product.productId))) due.push(product);
  }
  return due;
}

/**
 * Rolls up some of a product's stale days, newest first: today's are those that somebody watches, and neighbours
 * share a month. A day that is marked meanwhile stays marked, since now.
 */
export async function rollUpStaleDays(tx: Tx, productId: number, mode: RecomputeMode, now = Date.now()): Promise<void> {
  const stale = await tx.query<StaleDay>('SELECT day, marks FROM stale_day WHERE product_id = ? ORDER BY day DESC LIMIT ?', [productId, DAYS[mode]]);
  if (stale.length === 0) return;
  await recomputeRollups(tx, productId, stale.map(({ day }) => day), mode);
  for (const { day, marks } of stale) {
    const gone = await tx.execute('DELETE FROM stale_day WHERE product_id = ? AND day = ? AND marks = ?', [productId, day, marks]);
    if (gone === 0) await tx.execute('UPDATE stale_day SET since = ? WHERE product_id = ? AND day = ?', [now, productId, day]);
  }
}
