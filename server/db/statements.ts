import { isValues, placeholders, type Database, type Tx } from './database';

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

/** Text of a statement, as against a bound value. */
class SqlText {
  constructor(readonly text: string) {}
}

/** Marks a part of a statement that is SQL; it may hold no `?`. */
export const sql = (text: string | number): SqlText => new SqlText(String(text));

type Part = Value | SqlText | Iterable<Value>;

const isList = (part: Part): part is Iterable<Value> =>
  typeof part === 'object' && part !== null && !(part instanceof SqlText);

/** Binds the values of a statement, on one line. One with a list becomes several with short lists. */
function* statementsOf(
  template: readonly string[],
  parts: readonly Part[],
  size: number,
): Generator<[text: string, params: Value[]]> {
  const [first = '', ...texts] = template.map((text) => text.replace(/\n\s*/g, ' '));
  const list = parts.find(isList);
  for (const chunk of list ? chunksOf([...list], size).map(padded) : [[]]) {
    const params: Value[] = [];
    const written = parts.map((part, index) => {
      const text = texts[index] ?? '';
      if (part instanceof SqlText) return part.text + text;
      params.push(...(isList(part) ? chunk : [part]));
      return (isList(part) ? `(${placeholders(chunk)})` : '?') + text;
    });
    yield [first + written.join(''), params];
  }
}

type Reader = Pick<Tx, 'query'> | Pick<Database, 'read'>;

/**
 * Returns the rows of a SELECT, written as a template: ``select<Row>(tx)`SELECT id FROM ad WHERE product_id =
 * ${productId} AND id IN ${ids}` ``. It may have one list, which may be long or empty.
 * @param size maximum values per statement; `MAX_KEYS` for keys of the rows or of their owners
 */
export const select =
  <T>(reader: Reader, size = MAX_LIST) =>
  async (texts: TemplateStringsArray, ...parts: readonly Part[]): Promise<T[]> => {
    const rows: T[] = [];
    for (const [text, params] of statementsOf(texts, parts, size)) {
      const some =
        'query' in reader ? await reader.query<T>(text, params) : await reader.read<T>(text, params);
      // Pushes rows one by one: a spread of a hundred thousand rows exceeds the argument limit.
      for (const row of some) rows.push(row);
    }
    return rows;
  };

/** Runs a statement, written as that of `select`, that changes rows. Returns their number. */
export const execute =
  (tx: Pick<Tx, 'execute'>) =>
  async (texts: TemplateStringsArray, ...parts: readonly Part[]): Promise<number> => {
    let changed = 0;
    for (const [text, params] of statementsOf(texts, parts, MAX_LIST))
      changed += await tx.execute(text, params);
    return changed;
  };

/**
 * Sets several columns of many rows by CASE, which is portable and needs few round trips. `id` and
 * `product_id` identify a row. A conversion's id is enough, and with product_id SQLite would read all
 * conversions of the product.
 * @param rows id of each row, and its values in the order of the columns, or by column
 */
export async function updateRows<C extends string>(
  tx: Pick<Tx, 'execute'>,
  table: string,
  columns: readonly C[],
  productId: number,
  rows: readonly { key: string | number; values: readonly Value[] | Readonly<Record<C, Value>> }[],
): Promise<void> {
  // Small parts, because CASE is searched from its start for each row.
  for (const chunk of chunksOf(rows, 60)) {
    const whens = chunk.map(() => 'WHEN ? THEN ?').join(' ');
    const params: Value[] = [];
    const sets = columns.map((column, index) => {
      const values = chunk.map(({ values: of }) => (isValues(of) ? (of[index] ?? null) : of[column]));
      const [first = null] = values;
      if (values.every((value) => value === first)) {
        params.push(first);
        return `${column} = ?`;
      }
      params.push(...chunk.flatMap((row, place) => [row.key, values[place] ?? null]));
      return `${column} = CASE id ${whens} ELSE ${column} END`;
    });
    const product = table === 'conversion' ? [] : [productId];
    const where = `${product.length > 0 ? 'product_id = ? AND ' : ''}id IN (${placeholders(chunk)})`;
    await tx.execute(`UPDATE ${table} SET ${sets.join(', ')} WHERE ${where}`, [
      ...params,
      ...product,
      ...chunk.map((row) => row.key),
    ]);
  }
}
