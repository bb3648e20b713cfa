import type { Tx } from './database';

type Value = string | number | null;

/**
 * Values per IN list. MariaDB and MySQL look up each value of a list of up to 200 in the index
 * (`eq_range_index_dive_limit`). For a longer list they rely on index statistics. On a skewed column, or with
 * outdated statistics, they then read the whole table.
 */
export const MAX_LIST = 150;

/**
 * Values per IN list of a table's own key. Each matches one row regardless of statistics, so longer lists
 * save round trips.
 */
export const MAX_KEYS = 1000;

/** Splits a list into parts of at most `size`. */
export function chunksOf<T>(values: readonly T[], size = MAX_LIST): T[][] {
  const chunks: T[][] = [];
  for (let start = 0; start < values.length; start += size) chunks.push(values.slice(start, start + size));
  return chunks;
}

/** Lengths of IN lists. Few distinct statements are compiled once each and fit SQLite's statement cache. */
const LENGTHS = [1, 4, 12, 40, MAX_LIST];

/** Pads the values to the next list length by repeating the last one. */
function padded(values: readonly Value[]): Value[] {
  const length = LENGTHS.find((each) => each >= values.length) ?? values.length;
  return [...values, ...Array.from({ length: length - values.length }, () => values.at(-1) ?? null)];
}

/**
 * Returns the rows of a SELECT with one IN list, which may be long or empty. `sql` ends before the list (`...
 * IN`), `tail` follows it; `before` are the values bound before the list.
 */
export async function selectIn<T>(
  tx: Pick<Tx, 'query'>,
  sql: string,
  before: readonly Value[],
  list: readonly Value[],
  tail = '',
  after: readonly Value[] = [],
): Promise<T[]> {
  const rows: T[] = [];
  for (const part of chunksOf(list)) {
    const chunk = padded(part);
    const placeholders = chunk.map(() => '?').join(',');
    // Pushes rows one by one: a spread of a hundred thousand rows exceeds the argument limit.
    for (const row of await tx.query<T>(`${sql} (${placeholders}) ${tail}`, [...before, ...chunk, ...after]))
      rows.push(row);
  }
  return rows;
}

/**
 * Sets several columns of many rows by CASE, which is portable and needs few round trips. `key` and
 * `product_id` identify a row. A conversion's id is enough, and with product_id SQLite would read all
 * conversions of the product.
 */
export async function updateRows(
  tx: Pick<Tx, 'execute'>,
  table: string,
  key: string,
  columns: readonly string[],
  productId: number,
  rows: readonly { key: string | number; values: readonly Value[] }[],
): Promise<void> {
  // Small parts, because CASE is searched from its start for each row.
  for (const chunk of chunksOf(rows, 60)) {
    const whens = chunk.map(() => 'WHEN ? THEN ?').join(' ');
    const params: Value[] = [];
    const sets = columns.map((column, index) => {
      const values = chunk.map((row) => row.values[index] ?? null);
      const [first = null] = values;
      if (values.every((value) => value === first)) {
        params.push(first);
        return `${column} = ?`;
      }
      params.push(...chunk.flatMap((row, place) => [row.key, values[place] ?? null]));
      return `${column} = CASE ${key} ${whens} ELSE ${column} END`;
    });
    const placeholders = chunk.map(() => '?').join(',');
    const product = table === 'conversion' ? [] : [productId];
    const where = `${product.length > 0 ? 'product_id = ? AND ' : ''}${key} IN (${placeholders})`;
    await tx.execute(`UPDATE ${table} SET ${sets.join(', ')} WHERE ${where}`, [
      ...params,
      ...product,
      ...chunk.map((row) => row.key),
    ]);
  }
}
