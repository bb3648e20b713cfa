import type { Database } from '../../db/database';

/** A page view that the tag sent. */
export interface TagView {
  readonly time: number | string;
  readonly url: string | null;
  readonly excluded_reason: string | null;
}

/** Latest page views, whoever sent them, among which the tag's are looked for: no index knows doors, and these are read within a moment. */
const LOOKED_THROUGH = 100_000;

/**
 * The latest page views that a product's tag sent since an instant. Servers and imports send views too, thousands at a time:
 * they say nothing of the tag, and do not stand before its own.
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
