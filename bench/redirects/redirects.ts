import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Measurement } from '../goals';
import type { BenchData } from '../history';
import { alternate, summarize } from '../measure';
import { loadFrom, startBare, startLoader, startRole } from '../children';
import { select } from '../../server/db/statements';
import type { LoadResult } from './load';

const BURST_MS = 1000;
/** Address without a server. A collector with it uses its snapshot and stores clicks on disk. */
const NOWHERE = 'mysql://nobody@127.0.0.1:9/none';

const stored = async ({ db, small }: BenchData): Promise<number> => {
  const [row] = await select<{ n: number }>(db)`SELECT COUNT(*) AS n FROM interaction
    WHERE product_id = ${small} AND door = 'redirect'`;
  return Number(row?.n ?? 0);
};

const storedAfter = async (data: BenchData, expected: number): Promise<number> => {
  let count = await stored(data);
  for (
    const deadline = Date.now() + 120_000;
    count < expected && Date.now() < deadline;
    count = await stored(data)
  ) {
    await new Promise((wake) => setTimeout(wake, 300));
  }
  return count;
};

/**
 * Measures redirects of a real collector process under 64 connections against bare node:http. Then it
 * measures the same with a database, while the drainer runs. Finally it counts acknowledged clicks that are
 * not stored.
 */
export const measureRedirects = async (
  data: BenchData,
  url: string,
  where: string,
  rounds: number,
): Promise<Measurement[]> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'inflow-bench-'));
  const path = `/r/${data.linkCode}`;
  const loader = startLoader();
  const bare = await startBare();
  const env = { ROLE: 'collector', DATA_DIR: dataDir };
  let acknowledged = 0;
  const burst = async (port: number, counts: boolean): Promise<LoadResult> => {
    const result = await loadFrom(loader.child, port, path, BURST_MS);
    if (result.failed > 0) throw new Error(`${result.failed} requests failed`);
    if (counts) acknowledged += result.acknowledged;
    return result;
  };
  try {
    const before = await stored(data);
    const draining = await startRole({ ...env, DATABASE_URL: url }, path);
    const withDrainer: LoadResult[] = [];
    for (let round = 0; round <= rounds; round += 1) withDrainer.push(await burst(draining.port, true));
    await draining.stop();
    // The same folder without its database. The snapshot contains the links.
    const alone = await startRole({ ...env, DATABASE_URL: NOWHERE }, path);
    const tails: number[] = [];
    const rate = await alternate(
      rounds,
      async () => {
        const result = await burst(alone.port, true);
        tails.push(result.p99);
        return result.perSecond;
      },
      async () => (await burst(bare.port, false)).perSecond,
    );
    await alone.stop();
    const again = await startRole({ ...env, DATABASE_URL: url }, path);
    const storedClicks = (await storedAfter(data, before + acknowledged)) - before;
    await again.stop();
    const lost = acknowledged - storedClicks;
    const tail = summarize(tails).median;
    const measured = withDrainer.slice(1);
    return [
      {
        goal: 'redirectRate',
        where,
        value: rate.ratio,
        detail: `${rate.ours.median.toFixed(0)}/s / ${rate.base.median.toFixed(0)}/s`,
      },
      {
        goal: 'redirectLost',
        where,
        value: summarize([lost]),
        detail: `${acknowledged} acknowledged, ${storedClicks} stored`,
      },
      {
        goal: 'redirectTail',
        where,
        value: summarize(measured.map(({ p99 }) => p99 / tail)),
        detail: `${summarize(measured.map(({ p99 }) => p99)).median.toFixed(1)} ms at ${summarize(measured.map(({ perSecond }) => perSecond)).median.toFixed(0)}/s / ${tail.toFixed(1)} ms`,
      },
    ];
  } finally {
    await bare.stop();
    await loader.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};
