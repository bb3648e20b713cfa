import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Database } from '../../server/db/database';
import type { BenchDatabase } from '../databases';
import type { Figure, GoalKey } from '../goals';
import { makeProduct } from '../history';
import { summarize } from '../measure';
import { rawLoad } from './raw-load';
import type { Errand, Walked } from './way-child';

/** A product with a year of history. */
export interface Way extends Walked {
  clicks: number;
  productId: number;
}

/** A year of a new product, made in a process of its own. */
export const walk = async (
  { db, url }: BenchDatabase,
  companyId: number,
  clicks: number,
  log: (line: string) => void,
): Promise<Way> => {
  const productId = await makeProduct(db, companyId, `${clicks} clicks`);
  const child = fork(join(__dirname, 'way-child.ts'), { execArgv: ['--import', 'tsx'] });
  const errand: Errand = { url, productId, clicks };
  child.send(errand);
  const exit = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`the history was not made (${code})`)),
  );
  const [walked] = (await Promise.race([once(child, 'message'), exit])) as [Walked];
  exit.catch(() => undefined);
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  log(
    `  ${clicks} clicks: stored in ${seconds(walked.loadMs)}, derived in ${seconds(walked.deriveMs)}, with ${walked.memoryMb.toFixed(0)} MB`,
  );
  return { ...walked, clicks, productId };
};

const rate = (count: number, ms: number): number => (count * 1000) / ms;

/** How fast the large history was stored and derived: against bare inserts of its rows, against each other, against the small one. */
export const measureWay = async (db: Database, where: string, small: Way, large: Way): Promise<Figure[]> => {
  const rawMs = await rawLoad(db, large.productId);
  const [seed, raw] = [rate(large.rows, large.loadMs), rate(large.rows, rawMs)];
  const [stored, derived, before] = [
    rate(large.clicks, large.loadMs),
    rate(large.clicks, large.deriveMs),
    rate(small.clicks, small.deriveMs),
  ];
  const figure = (goal: GoalKey, value: number, detail: string): Figure => ({
    goal,
    where,
    value: summarize([value]),
    detail,
  });
  return [
    figure('scaleLoad', seed / raw, `${seed.toFixed(0)} rows/s / ${raw.toFixed(0)} rows/s`),
    figure('scaleDerive', derived / stored, `${derived.toFixed(0)} clicks/s / ${stored.toFixed(0)} clicks/s`),
    figure('scaleGrowth', derived / before, `${derived.toFixed(0)} clicks/s / ${before.toFixed(0)} clicks/s`),
    figure(
      'scaleMemory',
      large.memoryMb,
      `of the process that made, stored and derived ${large.clicks} clicks; ${small.memoryMb.toFixed(0)} MB for ${small.clicks}`,
    ),
  ];
};
