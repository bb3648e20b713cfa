import { insertRows, type Database } from '../../server/db/database';

/** Log tables. Their key starts with the product. */
const LOGS = ['interaction', 'access', 'conversion'];
/** Rows in one transaction, the same as in the seed. */
const BATCH_ROWS = 2000;
const PAGE = 10 * BATCH_ROWS;

const emptyCopy = async (db: Database, table: string): Promise<string> => {
  const copy = `raw_${table}`;
  if (db.dialect === 'mysql') {
    await db.write((tx) => tx.execute(`CREATE TABLE ${copy} LIKE ${table}`));
    return copy;
  }
  const definitions = await db.read<{ sql: string | null }>(
    'SELECT sql FROM sqlite_master WHERE tbl_name = ? ORDER BY type DESC',
    [table],
  );
  await db.write(async (tx) => {
    for (const { sql } of definitions)
      if (sql !== null)
        await tx.execute(
          sql.replaceAll(`"${table}"`, `"${copy}"`).replace(/INDEX "(\w+)"/, 'INDEX "raw_$1"'),
        );
  });
  return copy;
};

/**
 * Measures the milliseconds to insert a product's rows into tables with the same keys, many rows per
 * statement. Reading them doesn't count.
 */
export const rawLoad = async (db: Database, productId: number): Promise<number> => {
  let ms = 0;
  for (const table of LOGS) {
    const copy = await emptyCopy(db, table);
    for (let last: string | number = table === 'conversion' ? 0 : ''; ;) {
      const rows: Record<string, string | number | null>[] = await db.read(
        `SELECT * FROM ${table} WHERE product_id = ? AND id > ? ORDER BY id LIMIT ${PAGE}`,
        [productId, last],
      );
      const end = rows.at(-1);
      if (!end) break;
      const columns = Object.keys(end);
      const values = rows.map((row) => columns.map((column) => row[column]));
      const start = performance.now();
      for (let from = 0; from < values.length; from += BATCH_ROWS)
        await db.write((tx) => insertRows(tx, copy, columns, values.slice(from, from + BATCH_ROWS)));
      ms += performance.now() - start;
      last = end.id as string | number;
    }
    await db.write((tx) => tx.execute(`DROP TABLE ${copy}`));
  }
  return ms;
};
