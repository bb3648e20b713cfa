import type { FactKind } from '../../shared/catalog';
import { monthOf } from '../../shared/domain/calendar';
import { insertRows, type Tx } from '../db/database';
import { adMonthsHold } from './ad-months';
import { logFacts } from './log-facts';
import { rewriteAdMonth, rewriteMonth } from './rewrite-month';
import { coarseFromFine, insertSelect, narrowToAds } from './rolled-facts';
import { FACT_KINDS, openDays, rollupColumns, rollupTable, type RollupTable } from './tables';

type FactRow = Readonly<Record<string, number>> & { readonly ad_id: number };

/** Returns the ads of a day whose fine rows differ from the logs. */
function changedAds(
  table: RollupTable,
  expected: readonly FactRow[],
  existing: readonly FactRow[],
): number[] {
  const keyOf = (row: FactRow): string => table.key.map((column) => row[column]).join('/');
  const old = new Map(existing.map((row) => [keyOf(row), row]));
  const changed = new Set<number>();
  for (const row of expected) {
    const before = old.get(keyOf(row));
    old.delete(keyOf(row));
    if (!before || table.facts.some((column) => row[column] !== before[column])) changed.add(row.ad_id);
  }
  for (const gone of old.values()) changed.add(gone.ad_id);
  return [...changed];
}

async function refreshDay(tx: Tx, kind: FactKind, productId: number, day: number): Promise<number[]> {
  const fine = rollupTable(kind, 'fine', 'day');
  const coarse = rollupTable(kind, 'coarse', 'day');
  const columns = rollupColumns(fine);
  const select = logFacts(kind, productId, [day]);
  const expected = await tx.query<FactRow>(select.sql, select.params);
  const existing = await tx.query<FactRow>(
    `SELECT ${columns.join(', ')} FROM ${fine.name} WHERE product_id = ? AND day = ?`,
    [productId, day],
  );
  const ads = changedAds(fine, expected, existing);
  if (ads.length === 0) return ads;
  const narrowed = narrowToAds(fine, ads);
  for (const table of [fine, coarse]) {
    await tx.execute(`DELETE FROM ${table.name} WHERE product_id = ? AND day = ?${narrowed.sql}`, [
      productId,
      day,
      ...narrowed.params,
    ]);
  }
  const rows = expected.filter((row) => ads.includes(row.ad_id));
  await insertRows(
    tx,
    fine.name,
    columns,
    rows.map((row) => columns.map((column) => row[column])),
  );
  const insert = insertSelect(coarse, coarseFromFine(coarse, fine, productId, [day], ads));
  await tx.execute(insert.sql, insert.params);
  return ads;
}

/**
 * Updates days and their months by writing only the ads whose metrics changed. Use it for days that still
 * receive events: it reads the logs without locks, and a few new events cost little even in a large month.
 * The result equals that of `rewriteDays`.
 *
 * @param sealed touches of earlier days are deleted
 * @returns the days whose metrics changed
 */
export async function refreshDays(
  tx: Tx,
  productId: number,
  days: readonly number[],
  sealed = 0,
): Promise<number[]> {
  const changedDays = new Set<number>();
  const rewritten = new Map<number, Set<number>>();
  for (const kind of FACT_KINDS) {
    const adsOfMonth = new Map<number, Set<number>>();
    for (const day of openDays(kind, days, sealed)) {
      const month = adsOfMonth.get(monthOf(day)) ?? new Set();
      adsOfMonth.set(monthOf(day), month);
      for (const adId of await refreshDay(tx, kind, productId, day)) {
        month.add(adId);
        changedDays.add(day);
      }
    }
    for (const [month, changed] of adsOfMonth) {
      if (changed.size === 0) continue;
      await rewriteMonth(tx, kind, productId, month, [...changed]);
      if (adMonthsHold(kind)) rewritten.set(month, new Set([...(rewritten.get(month) ?? []), ...changed]));
    }
  }
  for (const [month, ads] of rewritten) await rewriteAdMonth(tx, productId, month, [...ads]);
  return [...changedDays];
}
