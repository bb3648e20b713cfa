import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { addMonths, firstDayOfMonth, monthOf, type Day } from '../../shared/domain/calendar';
import { select, sql } from '../../server/db/statements';
import type { Database } from '../../server/db/database';
import { loadFrom, startLoader } from '../children';
import type { Measurement } from '../goals';
import { summarize } from '../measure';
import type { Forgetting, Forgotten } from './forget-child';
import type { ProductProcess } from './product-process';
import type { ScaleData } from './scale';

const BURST_MS = 1000;
/** Months to delete, one in each round. */
const ROUNDS = 3;

const rowsOf = async (db: Database, productId: number, from: Day, before: Day): Promise<number> => {
  let rows = 0;
  for (const table of ['interaction', 'access']) {
    const [row] = await select<{ n: number }>(db)`SELECT COUNT(*) AS n FROM ${sql(table)}
      WHERE product_id = ${productId} AND day >= ${from} AND day < ${before}`;
    rows += Number(row?.n ?? 0);
  }
  return rows;
};

/** Size of the logs with their indexes. SQLite is one file. */
const sizeOf = async (db: Database): Promise<string> => {
  if (db.dialect === 'sqlite') return '';
  const [size] = await db.read<{ used: number; free: number }>(
    "SELECT SUM(data_length + index_length) / 1048576 AS used, SUM(data_free) / 1048576 AS free FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name IN ('interaction', 'access')",
  );
  return `, ${Number(size?.used).toFixed(0)} MB and ${Number(size?.free).toFixed(0)} MB free`;
};

/** Deletes the first months of the large history's raw logs as the worker does, beside redirects. */
export const measureForget = async (data: ScaleData, product: ProductProcess): Promise<Measurement> => {
  const { db, large, where, url } = data;
  const loader = startLoader();
  const burst = async () => {
    await product.drained();
    return loadFrom(loader.child, product.port, `/r/${data.linkCode}`, BURST_MS);
  };
  const ratios: number[] = [];
  const rates: number[] = [];
  let deleted = 0;
  const before = await sizeOf(db);
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const from = firstDayOfMonth(addMonths(monthOf(data.year.from), round));
      const forgetting: Forgetting = {
        url,
        productId: large,
        from,
        before: firstDayOfMonth(addMonths(monthOf(from), 1)),
      };
      const rows = await rowsOf(db, large, from, forgetting.before);
      const alone = await burst();
      await product.drained();
      const child = fork(join(__dirname, 'forget-child.ts'), { execArgv: ['--import', 'tsx'] });
      child.send(forgetting);
      await once(child, 'message');
      const done = once(child, 'message') as Promise<[Forgotten]>;
      const result = await loadFrom(loader.child, product.port, `/r/${data.linkCode}`, BURST_MS);
      const [{ ms }] = await done;
      ratios.push(result.perSecond / alone.perSecond);
      rates.push((rows * 1000) / ms);
      deleted += rows;
    }
    const detail = `${deleted} rows of ${ROUNDS} months at ${summarize(rates).median.toFixed(0)} rows/s${before && ` (logs before${before}; after${await sizeOf(db)})`}`;
    return { goal: 'besideForgetRate', where, value: summarize(ratios), detail };
  } finally {
    await loader.stop();
  }
};
