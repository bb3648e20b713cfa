import { select, sql } from '../db/statements';
import type { Database } from '../db/database';

/** Maximum number of conversions to check. */
const MAX_CONVERSIONS = 10_000;
const WEEK_MS = 7 * 86_400_000;
const MAX_TEXTS = 3;

/** Conversions whose amount could not be read (domain.md 8.8). */
export interface UnreadAmounts {
  readonly count: number;
  /** False if only the newest conversions were checked. */
  readonly exact: boolean;
  /** Their distinct texts, the newest first. */
  readonly texts: readonly string[];
}

/** Counts a product's conversions of the last seven days with an unread amount. */
export async function countUnreadAmounts(
  db: Database,
  productId: number,
  now: number,
): Promise<UnreadAmounts> {
  const rows = await select<{ amount_text: string | null }>(db)`SELECT amount_text FROM conversion
    WHERE product_id = ${productId} AND time > ${now - WEEK_MS} ORDER BY time DESC
    LIMIT ${sql(MAX_CONVERSIONS)}`;
  const texts = rows.flatMap(({ amount_text: text }) => text ?? []);
  return {
    count: texts.length,
    exact: rows.length < MAX_CONVERSIONS,
    texts: [...new Set(texts)].slice(0, MAX_TEXTS),
  };
}
