import { rollupColumns, sumOf, type RollupTable } from './tables';
import type { Statement } from './log-facts';

/** What the rows of a coarse day table should be, from the fine rows of the same days. */
export function coarseFromFine(coarse: RollupTable, fine: RollupTable, productId: number, days: readonly number[]): Statement {
  const key = ['product_id', 'day', ...coarse.key].join(', ');
  return {
    sql: `SELECT ${key}, ${sumOf(coarse.facts)} FROM ${fine.name}
      WHERE product_id = ? AND day IN (${days.map(() => '?').join(',')}) GROUP BY ${key}`,
    params: [productId, ...days],
  };
}

/** What the rows of a month table should be, from the day rows of that month. */
export function monthFromDays(month: RollupTable, day: RollupTable, productId: number, yyyymm: number): Statement {
  const key = month.key.join(', ');
  return {
    sql: `SELECT product_id, ${yyyymm} AS month, ${key}, ${sumOf(month.facts)} FROM ${day.name}
      WHERE product_id = ? AND day BETWEEN ? AND ? GROUP BY product_id, ${key}`,
    params: [productId, yyyymm * 100 + 1, yyyymm * 100 + 31],
  };
}

/** `INSERT INTO table (...) SELECT ...`. */
export function insertSelect(table: RollupTable, select: Statement): Statement {
  return { sql: `INSERT INTO ${table.name} (${rollupColumns(table).join(', ')}) ${select.sql}`, params: select.params };
}
