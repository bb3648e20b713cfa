import type { Day } from '../../../shared/domain/calendar';
import { insertRows, type Tx } from '../../db/database';
import { combinedFacts, productDays } from '../combined';
import { insertSelect } from '../tables';

/** Replaces a product's clicks by day and ad, and the totals of its days. */
export async function replaceClicks(
  tx: Tx,
  productId: number,
  rows: readonly (readonly [day: Day, adId: number, clicks: number])[],
): Promise<void> {
  for (const table of ['rollup_touch_day', productDays.name])
    await tx.execute(`DELETE FROM ${table} WHERE product_id = ?`, [productId]);
  await insertRows(
    tx,
    'rollup_touch_day',
    ['product_id', 'day', 'ad_id', 'clicks', 'first_touches', 'pv', 'cost_sen'],
    rows.map((row) => [productId, ...row, 0, 0, 0]),
  );
  const days = [...new Set(rows.map(([day]) => day))];
  if (days.length === 0) return;
  const { sql, params } = insertSelect(productDays, combinedFacts(productDays, productId, days));
  await tx.execute(sql, params);
}
