import 'reflect-metadata';
import { productDatabase } from '../../server/composition/open-database';
import { parseDatabaseUrl } from '../../server/config/config';
import { loadHistory } from '../../server/demo-data/history/load';
import { syntheticPlan } from '../../server/demo-data/synthetic-plan';
import { settle } from '../../server/sweeps';
import { lastWholeDay } from '../history';
import { timed } from '../measure';

/** Product to fill with a year of history, and its database. */
export interface HistoryOrder {
  url: string;
  productId: number;
  clicks: number;
}

/** Duration and peak memory. */
export interface BuildTimings {
  loadMs: number;
  deriveMs: number;
  memoryMb: number;
  /** Events created, each a row of a log. */
  rows: number;
}

const KB = 1024;

/**
 * Creates a history, stores it and derives it, as the commands do. It runs in a separate process to measure
 * its memory.
 */
const buildHistory = async ({ url, productId, clicks }: HistoryOrder): Promise<BuildTimings> => {
  const db = productDatabase(parseDatabaseUrl(url), { readLimitMs: null });
  await db.connect();
  const now = Date.now();
  const plan = await syntheticPlan(
    db,
    { productId, clicks, months: 12, random: 42, until: lastWholeDay(now) },
    now,
  );
  let rows = 0;
  const loadMs = await timed(async () => {
    rows = (await loadHistory(db, plan)).events;
  });
  const deriveMs = await timed(() => settle(db));
  await db.close();
  return { loadMs, deriveMs, memoryMb: process.resourceUsage().maxRSS / KB, rows };
};

process.once('message', (order: HistoryOrder) => {
  buildHistory(order).then(
    (timings) => process.send?.(timings, () => process.disconnect()),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
