import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Database, insertRows } from '../../server/db/database';
import type { BenchDatabase } from '../databases';
import type { GoalKey, Measurement } from '../goals';
import { makeProduct } from '../history';
import { summarize } from '../measure';
import type { BuildTimings, HistoryOrder } from './build-history-child';

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
const rawLoad = async (db: Database, productId: number): Promise<number> => {
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

/** A product with a year of history. */
export interface BuiltHistory extends BuildTimings {
  clicks: number;
  productId: number;
}

/** Measures the bytes of all tables and indexes, by the events of the histories. */
const measureDisk = async (
  db: Database,
  where: string,
  histories: readonly BuiltHistory[],
): Promise<Measurement> => {
  if (db.dialect === 'mysql')
    await db.read('ANALYZE TABLE interaction, access, conversion, conversion_touch');
  const [row] = await db.read<{ bytes: number | string }>(
    db.dialect === 'mysql'
      ? 'SELECT SUM(data_length + index_length) AS bytes FROM information_schema.tables WHERE table_schema = DATABASE()'
      : 'SELECT (p.page_count - f.freelist_count) * s.page_size AS bytes FROM pragma_page_count p, pragma_freelist_count f, pragma_page_size s',
  );
  const [bytes, events] = [Number(row?.bytes), histories.reduce((sum, { rows }) => sum + rows, 0)];
  return {
    goal: 'diskPerEvent',
    where,
    value: summarize([bytes / events]),
    detail: `${(bytes / 1e6).toFixed(0)} MB, ${events} events`,
  };
};

/** Creates a year of history for a new product in a separate process. */
export const buildHistory = async (
  { db, url }: BenchDatabase,
  companyId: number,
  clicks: number,
  log: (line: string) => void,
): Promise<BuiltHistory> => {
  const productId = await makeProduct(db, companyId, `${clicks} clicks`);
  const child = fork(join(__dirname, 'build-history-child.ts'), { execArgv: ['--import', 'tsx'] });
  const order: HistoryOrder = { url, productId, clicks };
  child.send(order);
  const exit = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`the history was not created (${code})`)),
  );
  const [timings] = (await Promise.race([once(child, 'message'), exit])) as [BuildTimings];
  exit.catch(() => undefined);
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  log(
    `  ${clicks} clicks: stored in ${seconds(timings.loadMs)}, derived in ${seconds(timings.deriveMs)}, with ${timings.memoryMb.toFixed(0)} MB`,
  );
  return { ...timings, clicks, productId };
};

const rate = (count: number, ms: number): number => (count * 1000) / ms;

/**
 * Measures the space of the histories, and how fast the large one was stored and derived: against bare inserts
 * of its rows, against each other, and against the small one.
 */
export const measureHistoryBuild = async (
  db: Database,
  where: string,
  small: BuiltHistory,
  large: BuiltHistory,
): Promise<Measurement[]> => {
  const disk = await measureDisk(db, where, [small, large]);
  const rawMs = await rawLoad(db, large.productId);
  const [seed, raw] = [rate(large.rows, large.loadMs), rate(large.rows, rawMs)];
  const [stored, derived, before] = [
    rate(large.clicks, large.loadMs),
    rate(large.clicks, large.deriveMs),
    rate(small.clicks, small.deriveMs),
  ];
  const measurement = (goal: GoalKey, value: number, detail: string): Measurement => ({
    goal,
    where,
    value: summarize([value]),
    detail,
  });
  return [
    disk,
    measurement('scaleLoad', seed / raw, `${seed.toFixed(0)} rows/s / ${raw.toFixed(0)} rows/s`),
    measurement(
      'scaleDerive',
      derived / stored,
      `${derived.toFixed(0)} clicks/s / ${stored.toFixed(0)} clicks/s`,
    ),
    measurement(
      'scaleGrowth',
      derived / before,
      `${derived.toFixed(0)} clicks/s / ${before.toFixed(0)} clicks/s`,
    ),
    measurement(
      'scaleMemory',
      large.memoryMb,
      `of the process that created, stored and derived ${large.clicks} clicks; ${small.memoryMb.toFixed(0)} MB for ${small.clicks}`,
    ),
  ];
};
