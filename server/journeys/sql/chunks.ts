import type { Tx } from '../../db/database';

type Value = string | number | null;

/**
 * Values in one IN list. MariaDB and MySQL look into the index for each value of a list of up to 200
 * (`eq_range_index_dive_limit`); for a longer one they trust the index's statistics, which on a skewed
 * column, or when they are out of date, make them read the whole table instead.
 */
export const LIST = 150;

/** Values in one IN list of a table's own key: each is one row, whatever statistics say, and fewer statements are fewer ways to the server. */
export const KEYS = 1000;

/** Splits a list into parts of at most `size`. */
export function chunksOf<T>(values: readonly T[], size = LIST): T[][] {
  const chunks: T[][] = [];
  for (let start = 0; start < values.length; start += size) chunks.push(values.slice(start, start + size));
  return chunks;
}

/** Lengths of an IN list: of so few statements each is compiled once, and the embedded engine need not keep one for every length. */
const LENGTHS = [1, 4, 12, 40, LIST];

/** The values, the last one repeated up to the next of the lengths. */
function padded(values: readonly Value[]): Value[] {
  const length = LENGTHS.find((each) => each >= values.length) ?? values.length;
  return [...values, ...Array.from({ length: length - values.length }, () => values.at(-1) ?? null)];
}

/**
 * Rows of a SELECT that has one IN list, which may be long or empty. `sql` ends where the list
 * stands (`... IN`), `tail` follows it; `before` are the values bound before the list.
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
    // One by one: as arguments of one call, the rows of somebody with a hundred thousand events are too many.
    for (const row of await tx.query<T>(`${sql} (${placeholders}) ${tail}`, [...before, ...chunk, ...after]))
      rows.push(row);
  }
  return rows;
}

/**
 * Sets several columns of many rows, each row its own values, by CASE: portable and in few round
 * trips. `key` is the column that, with `product_id`, names a row; a conversion's id names it alone, and with
 * the product beside it SQLite reads all conversions of the product.
 */
export async function updateRows(
  tx: Pick<Tx, 'execute'>,
  table: string,
  key: string,
  columns: readonly string[],
  productId: number,
  rows: readonly { key: string | number; values: readonly Value[] }[],
): Promise<void> {
  // CASE is searched from its start for each row: small parts keep that cheap.
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
