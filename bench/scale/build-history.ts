import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Database } from '../../server/db/database';
import type { BenchDatabase } from '../databases';
import type { Measurement, GoalKey } from '../goals';
import { makeProduct } from '../history';
import { summarize } from '../measure';
import { rawLoad } from './raw-load';
import type { HistoryOrder, BuildTimings } from './build-history-child';

/** A product with a year of history. */
export interface BuiltHistory extends BuildTimings {
  clicks: number;
  productId: number;
}

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
 * Measures how fast the large history was stored and derived: against bare inserts of its rows, against each
 * other, and against the small one.
 */
export const measureHistoryBuild = async (
  db: Database,
  where: string,
  small: BuiltHistory,
  large: BuiltHistory,
): Promise<Measurement[]> => {
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
