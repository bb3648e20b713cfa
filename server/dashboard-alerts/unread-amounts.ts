import { select, sql } from '../db/statements';
import type { Database } from '../db/database';

/** Maximum number of conversions to count. */
const MAX_CONVERSIONS = 10_000;
const WEEK_MS = 7 * 86_400_000;
const MAX_TEXTS = 3;

/** Conversions whose amount could not be read (domain.md 8.8). */
export interface UnreadAmounts {
  readonly count: number;
  /** False if there are more. */
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
  // Few conversions have such a text, so they are found by it and not by the time.
  const rows = await select<{ amount_text: string; n: number | string }>(db)`SELECT e.amount_text,
    COUNT(*) AS n FROM ( SELECT amount_text, time FROM conversion c WHERE c.product_id = ${productId}
    AND c.amount_text IS NOT NULL AND +c.time > ${now - WEEK_MS} LIMIT ${sql(MAX_CONVERSIONS + 1)} ) e
    GROUP BY e.amount_text ORDER BY MAX(e.time) DESC`;
  const count = rows.reduce((sum, { n }) => sum + Number(n), 0);
  return {
    count: Math.min(count, MAX_CONVERSIONS),
    exact: count <= MAX_CONVERSIONS,
    texts: rows.slice(0, MAX_TEXTS).map(({ amount_text: text }) => text),
  };
}
