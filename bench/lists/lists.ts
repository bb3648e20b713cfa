import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createReader } from '../reader';
import type { Measurement } from '../goals';
import type { BenchData } from '../history';
import { ask } from '../http';
import { alternate, timed } from '../measure';
import { makeAds } from './many-ads';

const ADS = 10_000;
const RELATIONS = ['agency', 'asp', 'adCategory', 'adType1', 'adType2', 'adType3'];
const QUERY = `query ($p: Int!) { ads(productId: $p, pageSize: 9999, sortName: "id") {
  results { id adName status clickCost ${RELATIONS.map((name) => `${name} { id label }`).join(' ')} } } }`;

const startPlain = async (
  url: string,
  productId: number,
): Promise<{ address: string; stop: () => Promise<void> }> => {
  const child = fork(join(__dirname, 'plain-child.ts'), { execArgv: ['--import', 'tsx'] });
  child.send({ url, productId });
  const [port] = (await once(child, 'message')) as [number];
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  return { address: `http://127.0.0.1:${port}`, stop };
};

/**
 * Measures the list of 9,999 ads with six relations through GraphQL against a hand-written list, both over
 * HTTP.
 */
export const measureLists = async (
  data: BenchData,
  url: string,
  where: string,
  rounds: number,
): Promise<Measurement> => {
  const productId = await makeAds(data.db, data.actor.companyId, ADS);
  const reader = await createReader(data, url);
  const plain = await startPlain(url, productId);
  try {
    let bytes = 0;
    const graphql = async (): Promise<void> => {
      bytes = (await reader.ask(QUERY, { p: productId })).length;
    };
    const byHand = async (): Promise<string> => (await ask(plain.address)).text;
    const pair = await alternate(
      rounds,
      () => timed(graphql),
      () => timed(byHand),
    );
    const detail = `${(bytes / 1024 / 1024).toFixed(1)} MB: ${pair.ours.median.toFixed(0)} ms / ${pair.base.median.toFixed(0)} ms`;
    return { goal: 'adList', where, value: pair.ratio, detail };
  } finally {
    await plain.stop();
    await reader.stop();
  }
};
