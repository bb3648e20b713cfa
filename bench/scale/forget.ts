import { addDays, addMonths, firstDayOfMonth, monthOf } from '../../shared/domain/calendar';
import type { Database } from '../../server/db/database';
import { forgetLogs } from '../../server/retention/forget-logs';
import { loadFrom, startLoader } from '../children';
import type { Figure } from '../goals';
import { summarize } from '../measure';
import type { ProductProcess } from './product-process';
import type { ScaleData } from './scale';

const BURST_MS = 1000;
const PACE_MS = 3000;
const ROUNDS = 3;
/** Rows of a transaction, as many as the worker's. */
const MOST = { sqlite: 500, mysql: 2000 } as const;

const rowsOfMonth = async (db: Database, productId: number, from: number, before: number): Promise<number> => {
  let rows = 0;
  for (const table of ['interaction', 'access']) {
    const [counted] = await db.read<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table} WHERE product_id = ? AND day >= ? AND day < ?`, [productId, from, before]);
    rows += Number(counted?.n ?? 0);
  }
  return rows;
};

/** Bytes of the logs with their indexes; undefined on the embedded database, which is one file. */
const bytesOfLogs = async (db: Database): Promise<string> => {
  if (db.dialect === 'sqlite') return '';
  const [size] = await db.read<{ used: number; free: number }>(
    "SELECT SUM(data_length + index_length) / 1048576 AS used, SUM(data_free) / 1048576 AS free FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name IN ('interaction', 'access')",
  );
  return `; logs take ${Number(size?.used).toFixed(0)} MB, ${Number(size?.free).toFixed(0)} MB free for new rows`;
};

/** Deletes the first month of the large history's raw logs as the worker would, while links are followed beside it. */
export const measureForget = async (data: ScaleData, product: ProductProcess): Promise<Figure[]> => {
  const { db, large, where } = data;
  const from = data.year.from;
  const before = firstDayOfMonth(addMonths(monthOf(from), 1));
  const rows = await rowsOfMonth(db, large, from, before);
  const bytes = await bytesOfLogs(db);
  const loader = startLoader();
  let day = from;
  let deleted = 0;
  const step = async (): Promise<void> => {
    day = await db.write((tx) => forgetLogs(tx, large, { from: day, before, most: MOST[db.dialect] }));
    deleted += 1;
  };
  const burst = async () => {
    await product.drained();
    return loadFrom(loader.child, product.port, `/r/${data.linkCode}`, BURST_MS);
  };
  const ratios: number[] = [];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const alone = await burst();
      await product.drained();
      const until = performance.now() + PACE_MS;
      const deleting = (async () => {
        while (performance.now() < until && day < before) await step();
      })();
      const beside = await loadFrom(loader.child, product.port, `/r/${data.linkCode}`, BURST_MS);
      await deleting;
      ratios.push(beside.perSecond / alone.perSecond);
    }
    await product.drained();
    const left = await rowsOfMonth(db, large, from, before);
    const begun = performance.now();
    while (day < before) await step();
    const perSecond = (left * 1000) / (performance.now() - begun);
    const said = `${rows} rows of ${from} to ${addDays(before, -1)} in ${deleted} transactions, ${perSecond.toFixed(0)} rows/s alone${bytes} before${(await bytesOfLogs(db)).replace(';', ',')} after`;
    return [{ goal: 'besideForgetRate', where, value: summarize(ratios), detail: said }];
  } finally {
    await loader.stop();
  }
};
