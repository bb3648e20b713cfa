import type { Database } from '../../server/db/database';
import { loadHistory } from '../../server/db/demo/history/load';
import { syntheticPlan } from '../../server/db/demo/synthetic-plan';
import { settle } from '../../server/jobs';
import { addDays, dayOf, firstDayOfMonth, monthOf } from '../../shared/domain/calendar';
import type { Figure, GoalKey } from '../goals';
import { makeProduct } from '../history';
import { summarize, timed } from '../measure';
import { LOGS, rawLoad } from './raw-load';

interface Way {
  clicks: number;
  /** Rows of the logs. */
  rows: number;
  loadMs: number;
  deriveMs: number;
  productId: number;
}

const rowsOf = async (db: Database, productId: number): Promise<number> => {
  let rows = 0;
  for (const table of LOGS) {
    const [counted] = await db.read<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table} WHERE product_id = ?`, [productId]);
    rows += Number(counted?.n ?? 0);
  }
  return rows;
};

/** A year of one product from nothing to reports that say all of it. */
const walk = async (db: Database, clicks: number): Promise<Way> => {
  const productId = await makeProduct(db, 1, `${clicks} clicks`);
  const now = Date.now();
  const until = addDays(firstDayOfMonth(monthOf(dayOf(now))), -1);
  const plan = await syntheticPlan(db, { productId, clicks, months: 12, random: 42, until }, now);
  const loadMs = await timed(() => loadHistory(db, plan));
  const deriveMs = await timed(() => settle(db));
  return { clicks, productId, loadMs, deriveMs, rows: await rowsOf(db, productId) };
};

const rate = (count: number, ms: number): number => (count * 1000) / ms;

/**
 * From the click log to the report at full size, once: it takes its time, and what must hold is that the way keeps
 * up with what comes in, at any size.
 */
export const measureScale = async (db: Database, where: string, clicks: number, log: (line: string) => void): Promise<Figure[]> => {
  const small = await walk(db, Math.max(1000, Math.round(clicks / 10)));
  log(`  ${small.clicks} clicks: stored in ${(small.loadMs / 1000).toFixed(1)} s, derived in ${(small.deriveMs / 1000).toFixed(1)} s`);
  const large = await walk(db, clicks);
  log(`  ${large.clicks} clicks: stored in ${(large.loadMs / 1000).toFixed(1)} s, derived in ${(large.deriveMs / 1000).toFixed(1)} s`);
  const rawMs = await rawLoad(db, large.productId);
  const seedRate = rate(large.rows, large.loadMs);
  const rawRate = rate(large.rows, rawMs);
  const [stored, derived, before] = [rate(clicks, large.loadMs), rate(clicks, large.deriveMs), rate(small.clicks, small.deriveMs)];
  const memory = process.resourceUsage().maxRSS / 1024;
  const figure = (goal: GoalKey, value: number, detail: string): Figure => ({ goal, where, value: summarize([value]), detail });
  return [
    figure('scaleLoad', seedRate / rawRate, `${seedRate.toFixed(0)} rows/s / ${rawRate.toFixed(0)} rows/s`),
    figure('scaleDerive', derived / stored, `${derived.toFixed(0)} clicks/s / ${stored.toFixed(0)} clicks/s`),
    figure('scaleGrowth', derived / before, `${derived.toFixed(0)} clicks/s / ${before.toFixed(0)} clicks/s`),
    figure('scaleMemory', memory, 'of one process that made, stored and derived the history'),
  ];
};
