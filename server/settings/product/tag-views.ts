import type { Database } from '../../db/database';

/** A page view that the tag sent. */
export interface TagView {
  readonly time: number | string;
  readonly url: string | null;
  readonly excluded_reason: string | null;
}

/**
 * Number of latest page views to search for the tag's. No index covers endpoints, and this many are read
 * without delay.
 */
const LOOKED_THROUGH = 100_000;

/**
 * Returns the latest page views that a product's tag sent since an instant.
 * Servers and imports may send thousands of views too; they say nothing about the tag and must not displace its
 * views.
 */
export async function tagViews(
  db: Database,
  productId: number,
  since: number,
  limit: number,
): Promise<TagView[]> {
  const [far] = await db.read<{ time: number | string }>(
    'SELECT time FROM access WHERE product_id = ? AND time >= ? ORDER BY time DESC LIMIT 1 OFFSET ?',
    [productId, since, LOOKED_THROUGH],
  );
  return db.read<TagView>(
    "SELECT time, url, excluded_reason FROM access WHERE product_id = ? AND time >= ? AND door = 'collect' ORDER BY time DESC LIMIT ?",
    [productId, Number(far?.time ?? since), limit],
  );
}
