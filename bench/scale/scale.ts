import { benchData, makeCompany, makeLink, makeProduct, type BenchData } from '../history';
import type { BenchDatabase } from '../databases';
import type { Measurement } from '../goals';
import { summarize } from '../measure';
import { measureReports } from '../reports/reports';
import type { ScalePart } from '../options';
import { holdWork, makeBacklog, waitingMarks } from './backlog';
import { measureBeside } from './beside';
import { measureDelay } from './delay';
import { measureDisagreement } from './disagreement';
import { measureFlood } from './flood';
import { measureForget } from './forget';
import { measureCvInfoPage, measureLogPages, measureLogPlaces } from './log-pages';
import { startProduct } from './product-process';
import { measureScreens } from './screens';
import { measureSettings } from './settings';
import { measureSustained } from './sustained';
import { measureVerify } from './verify';
import { select } from '../../server/db/statements';
import { measureHistoryBuild, buildHistory, type BuiltHistory } from './build-history';

/** Histories, and two products that receive clicks during the measurement. */
export interface ScaleData extends BenchData {
  url: string;
  /** Name of the database. */
  where: string;
  log: (line: string) => void;
  /** Product whose clicks are only stored. `linkCode` leads to it. */
  redirectProduct: number;
  /** An ad of that product. */
  adId: number;
  /** Product whose report is read. */
  fresh: number;
  freshCode: string;
}

/** Approximate clicks of the backlog. */
const BACKLOG = 500_000;
const ROUNDS = 7;
const WITH_PRODUCT: readonly ScalePart[] = ['sustained', 'forget', 'flood', 'settings', 'beside', 'delay'];

const firstAd = async ({ db }: BenchDatabase, productId: number): Promise<number> => {
  const [ad] = await select<{ id: number }>(db)`SELECT id FROM ad WHERE product_id = ${productId}
    ORDER BY id LIMIT 1`;
  if (!ad) throw new Error('the product has no ads');
  return ad.id;
};

const prepare = async (
  database: BenchDatabase,
  small: BuiltHistory,
  large: BuiltHistory,
  companyId: number,
  log: (line: string) => void,
): Promise<ScaleData> => {
  const { db, url, name, dir } = database;
  const [redirectProduct, fresh] = [
    await makeProduct(db, companyId, 'redirects'),
    await makeProduct(db, companyId, 'fresh'),
  ];
  const data = benchData(db, companyId, { small: small.productId, large: large.productId }, [
    small.productId,
    large.productId,
    redirectProduct,
    fresh,
  ]);
  return {
    ...data,
    url,
    where: name,
    dir,
    log,
    redirectProduct,
    fresh,
    adId: await firstAd(database, redirectProduct),
    linkCode: await makeLink(db, redirectProduct),
    freshCode: await makeLink(db, fresh),
  };
};

/**
 * Measures the pipeline from the click log to the report at full size, once. Processing must keep up with
 * incoming events at any size and must not slow the endpoints down.
 */
export const measureScale = async (
  database: BenchDatabase,
  clicks: number,
  parts: readonly ScalePart[],
  log: (line: string) => void,
): Promise<Measurement[]> => {
  const { db, name } = database;
  const companyId = await makeCompany(db);
  const small = await buildHistory(database, companyId, Math.max(1000, Math.round(clicks / 10)), log);
  const large = await buildHistory(database, companyId, clicks, log);
  const data = await prepare(database, small, large, companyId, log);
  const measurements: Measurement[] = [];
  const run = async (part: ScalePart, work: () => Promise<Measurement | Measurement[]>): Promise<void> => {
    if (!parts.includes(part)) return;
    log(`  ${part} ...`);
    measurements.push(...[await work()].flat());
  };
  await run('way', () => measureHistoryBuild(db, name, small, large));
  await run('reads', async () => [
    ...(await measureReports(data, name, ROUNDS)),
    ...(await measureLogPages(data, name, ROUNDS)),
    ...(await measureLogPlaces(data, name, ROUNDS)),
    await measureCvInfoPage(data, name, ROUNDS),
  ]);
  await run('screens', async () => [
    ...(await measureScreens(data, ROUNDS)),
    ...(await measureDisagreement(data)),
  ]);
  await run('verify', () => measureVerify(data));
  if (!parts.some((part) => WITH_PRODUCT.includes(part))) return measurements;
  const product = await startProduct(data);
  try {
    await run('sustained', () => measureSustained(data, product));
    await run('forget', () => measureForget(data, product));
    if (db.dialect === 'mysql') await run('flood', () => measureFlood(data, product));
    await run('settings', () => measureSettings(data, product));
    if (!parts.includes('beside') && !parts.includes('delay')) return measurements;
    await holdWork(db);
    const behind = [small, large].reduce((best, history) =>
      Math.abs(history.clicks - BACKLOG) < Math.abs(best.clicks - BACKLOG) ? history : best,
    );
    log(`  a backlog of ${behind.clicks} clicks ...`);
    await makeBacklog(db, behind.productId);
    await run('beside', () => measureBeside(data, product));
    await run('delay', () => measureDelay(data, product));
    const memory = product.workerMemory();
    const left = await waitingMarks(db);
    if (memory !== undefined)
      measurements.push({
        goal: 'workerMemory',
        where: name,
        value: summarize([memory]),
        detail: `the most so far, with ${left} marks left to work off`,
      });
    return measurements;
  } finally {
    await product.stop();
  }
};
