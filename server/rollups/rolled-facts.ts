import { dayFromNumber, dayNumber, firstDayOfMonth, lastDayOfMonth } from '../../shared/domain/calendar';
import { placeholders } from '../db/database';
import type { Statement } from './log-facts';
import { rollupColumns, sumOf, type RollupTable } from './tables';

/** Narrows a statement on a rollup to some ads; without ads it narrows nothing. */
export function narrowToAds(table: RollupTable, adIds: readonly number[] | undefined): Statement {
  if (!adIds) return { sql: '', params: [] };
  return { sql: `${table.anyChoice} AND ad_id IN (${placeholders(adIds)})`, params: adIds };
}

/**
 * Returns a statement for the expected rows of a coarse day table, from the fine rows of the same days (and
 * ads).
 */
export function coarseFromFine(
  coarse: RollupTable,
  fine: RollupTable,
  productId: number,
  days: readonly number[],
  adIds?: readonly number[],
): Statement {
  const key = ['product_id', 'day', ...coarse.key].join(', ');
  const narrowed = narrowToAds(coarse, adIds);
  return {
    sql: `SELECT ${key}, ${sumOf(coarse.facts)} FROM ${fine.name}
      WHERE product_id = ? AND day IN (${placeholders(days)})${narrowed.sql} GROUP BY ${key}`,
    params: [productId, ...days, ...narrowed.params],
  };
}

function daysOfMonth(yyyymm: number): number[] {
  const first = dayNumber(firstDayOfMonth(yyyymm));
  const count = dayNumber(lastDayOfMonth(yyyymm)) - first + 1;
  return Array.from({ length: count }, (_, index) => dayFromNumber(first + index));
}

/** Returns a statement for the expected rows of a month table, from the day rows of that month (and ads). */
export function monthFromDays(
  month: RollupTable,
  day: RollupTable,
  productId: number,
  yyyymm: number,
  adIds?: readonly number[],
): Statement {
  const key = month.key.join(', ');
  const narrowed = narrowToAds(month, adIds);
  // Single days combine with the ads to short ranges on the key (product, day, ad).
  const days = daysOfMonth(yyyymm);
  return {
    sql: `SELECT product_id, ${yyyymm} AS month, ${key}, ${sumOf(month.facts)} FROM ${day.name}
      WHERE product_id = ? AND day IN (${placeholders(days)})${narrowed.sql} GROUP BY product_id, ${key}`,
    params: [productId, ...days, ...narrowed.params],
  };
}

/** `INSERT INTO table (...) SELECT ...`. */
export function insertSelect(table: RollupTable, select: Statement): Statement {
  return {
    sql: `INSERT INTO ${table.name} (${rollupColumns(table).join(', ')}) ${select.sql}`,
    params: select.params,
  };
}
