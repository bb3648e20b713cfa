import { insertRows, type Database } from '../../server/db/database';

/** The logs, with the key beside the product. */
const LOGS = ['interaction', 'access', 'conversion'];
/** Rows of a transaction, as many as the seed's. */
const TOGETHER = 2000;
const PAGE = 10 * TOGETHER;

const emptyCopy = async (db: Database, table: string): Promise<string> => {
  const copy = `raw_${table}`;
  if (db.dialect === 'mysql') {
    await db.write((tx) => tx.execute(`CREATE TABLE ${copy} LIKE ${table}`));
    return copy;
  }
  const made = await db.read<{ sql: string | null }>(
    'SELECT sql FROM sqlite_master WHERE tbl_name = ? ORDER BY type DESC',
    [table],
  );
  await db.write(async (tx) => {
    for (const { sql } of made)
      if (sql !== null)
        await tx.execute(
          sql.replaceAll(`"${table}"`, `"${copy}"`).replace(/INDEX "(\w+)"/, 'INDEX "raw_$1"'),
        );
  });
  return copy;
};

/**
 * Milliseconds that it takes to put the very rows of a product into tables with the same keys, by inserts of many
 * rows and nothing else; reading them is not counted.
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
      const begun = performance.now();
      for (let from = 0; from < values.length; from += TOGETHER)
        await db.write((tx) => insertRows(tx, copy, columns, values.slice(from, from + TOGETHER)));
      ms += performance.now() - begun;
      last = end.id as string | number;
    }
    await db.write((tx) => tx.execute(`DROP TABLE ${copy}`));
  }
  return ms;
};
