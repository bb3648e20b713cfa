import type { FactKind } from '../../shared/catalog';
import type { Tx } from '../db/database';
import type { Month } from '../../shared/domain/calendar';
import { adMonthFacts, adMonths } from './ad-months';
import type { Statement } from './log-facts';
import { insertSelect, monthFromDays, narrowToAds } from './rolled-facts';
import { GRAINS, rollupTable, type RollupTable } from './tables';

async function rewrite(
  tx: Tx,
  table: RollupTable,
  select: Statement,
  productId: number,
  month: Month,
  adIds?: readonly number[],
): Promise<void> {
  const narrowed = narrowToAds(table, adIds);
  await tx.execute(`DELETE FROM ${table.name} WHERE product_id = ? AND month = ?${narrowed.sql}`, [
    productId,
    month,
    ...narrowed.params,
  ]);
  const insert = insertSelect(table, select);
  await tx.execute(insert.sql, insert.params);
}

/** Recomputes the facts of a kind in a month (optionally of some ads) from its days. */
export async function rewriteMonth(
  tx: Tx,
  kind: FactKind,
  productId: number,
  month: Month,
  adIds?: readonly number[],
): Promise<void> {
  for (const grain of GRAINS) {
    const table = rollupTable(kind, grain, 'month');
    await rewrite(
      tx,
      table,
      monthFromDays(table, rollupTable(kind, grain, 'day'), productId, month, adIds),
      productId,
      month,
      adIds,
    );
  }
}

/**
 * Recomputes the rows by ad and evaluation of a month (optionally of some ads). Call it after all kinds of
 * facts are written.
 */
export const rewriteAdMonth = (
  tx: Tx,
  productId: number,
  month: Month,
  adIds?: readonly number[],
): Promise<void> => rewrite(tx, adMonths, adMonthFacts(productId, month, adIds), productId, month, adIds);
