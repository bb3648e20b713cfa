import { select } from '../../db/statements';
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
  const [far] = await select<{ time: number | string }>(db)`SELECT time FROM access
    WHERE product_id = ${productId} AND time >= ${since} ORDER BY time DESC LIMIT 1 OFFSET ${LOOKED_THROUGH}`;
  return select<TagView>(db)`SELECT time, url, excluded_reason FROM access WHERE product_id = ${productId}
    AND time >= ${Number(far?.time ?? since)} AND door = 'collect' ORDER BY time DESC LIMIT ${limit}`;
}
