import { Agent, get } from 'node:http';
import type { Measurement } from '../goals';
import { summarize } from '../measure';
import { releaseWork } from './backlog';
import type { ProductProcess } from './product-process';
import type { ScaleData } from './scale';
import { readTodayTotals } from './today-totals';

const PER_SECOND = 200;
const SECONDS = 20;
const ASK_MS = 200;
const PATIENCE_MS = 120_000;

const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms));

/** Follows the link and resolves with the time of the response. */
const click = (agent: Agent, port: number, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(
      {
        agent,
        port,
        host: '127.0.0.1',
        path,
        headers: { 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/131.0.0.0 Safari/537.36' },
      },
      (answer) => {
        answer.resume();
        if (answer.statusCode === 302) resolve(performance.now());
        else reject(new Error(`a click got status ${answer.statusCode}`));
      },
    ).once('error', reject);
  });

/**
 * Measures the seconds from each click's response to its appearance in the report, beside another product's
 * backlog.
 */
export const measureDelay = async (data: ScaleData, product: ProductProcess): Promise<Measurement> => {
  await releaseWork(data.db);
  // Earlier clicks must be in the report first. Otherwise they would count as these.
  let before = await readTodayTotals(product.reader, data.fresh);
  for (let last = -1; last !== before.clicks; before = await readTodayTotals(product.reader, data.fresh)) {
    last = before.clicks;
    await pause(3000);
  }
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const answered: number[] = [];
  const seenAt: number[] = [];
  const clicks: Promise<unknown>[] = [];
  const start = performance.now();
  const clickCount = PER_SECOND * SECONDS;
  const ask = async (): Promise<void> => {
    const { clicks: seen } = await readTodayTotals(product.reader, data.fresh);
    const now = performance.now();
    while (seenAt.length < seen - before.clicks) seenAt.push(now);
  };
  const asking = (async () => {
    while (seenAt.length < clickCount && performance.now() - start < SECONDS * 1000 + PATIENCE_MS) {
      await ask();
      await pause(ASK_MS);
    }
  })();
  for (let n = 0; n < clickCount; n += 1) {
    const due = start + (n * 1000) / PER_SECOND;
    if (due > performance.now()) await pause(due - performance.now());
    clicks.push(click(agent, product.port, `/r/${data.freshCode}`).then((at) => answered.push(at)));
  }
  await Promise.all(clicks);
  await asking;
  agent.destroy();
  if (seenAt.length < clickCount)
    throw new Error(`the report shows ${seenAt.length} of ${clickCount} clicks`);
  const delays = answered.map((at, n) => (seenAt[n]! - at) / 1000);
  const { median } = summarize(delays);
  return {
    goal: 'delay',
    where: data.where,
    value: summarize([Math.max(...delays)]),
    detail: `the longest of ${clickCount}; half of them within ${median.toFixed(1)} s`,
  };
};
