import { benchData, makeCompany, makeLink, makeProduct, type BenchData } from '../history';
import type { BenchDatabase } from '../databases';
import type { Figure } from '../goals';
import { summarize } from '../measure';
import { measureReports } from '../reports/reports';
import type { ScalePart } from '../options';
import { holdWork, makeBacklog, waitingMarks } from './backlog';
import { measureBeside } from './beside';
import { measureDelay } from './delay';
import { measureForget } from './forget';
import { measureLogPages } from './log-pages';
import { startProduct } from './product-process';
import { measureSustained } from './sustained';
import { measureVerify } from './verify';
import { measureWay, walk, type Way } from './way';

/** The histories, and two products whose links people follow meanwhile. */
export interface ScaleData extends BenchData {
  url: string;
  /** What the database is called. */
  where: string;
  log: (line: string) => void;
  /** Takes what is stored for its own sake; `linkCode` leads to it. */
  doors: number;
  /** An ad of it. */
  adId: number;
  /** Its report is looked at. */
  fresh: number;
  freshCode: string;
}

/** A backlog of about so many clicks. */
const BACKLOG = 500_000;
const ROUNDS = 7;
const WITH_PRODUCT: readonly ScalePart[] = ['sustained', 'forget', 'beside', 'delay'];

const firstAd = async ({ db }: BenchDatabase, productId: number): Promise<number> => {
  const [ad] = await db.read<{ id: number }>('SELECT id FROM ad WHERE product_id = ? ORDER BY id LIMIT 1', [
    productId,
  ]);
  if (!ad) throw new Error('the product has no ads');
  return ad.id;
};

const prepare = async (
  database: BenchDatabase,
  small: Way,
  large: Way,
  companyId: number,
  log: (line: string) => void,
): Promise<ScaleData> => {
  const { db, url, name, dir } = database;
  const [doors, fresh] = [
    await makeProduct(db, companyId, 'doors'),
    await makeProduct(db, companyId, 'fresh'),
  ];
  const data = benchData(db, companyId, { small: small.productId, large: large.productId }, [
    small.productId,
    large.productId,
    doors,
    fresh,
  ]);
  return {
    ...data,
    url,
    where: name,
    dir,
    log,
    doors,
    fresh,
    adId: await firstAd(database, doors),
    linkCode: await makeLink(db, doors),
    freshCode: await makeLink(db, fresh),
  };
};

/**
 * From the click log to the report at full size, once: it takes its time, and what must hold is that the way keeps
 * up with what comes in, at any size, and leaves the doors alone.
 */
export const measureScale = async (
  database: BenchDatabase,
  clicks: number,
  parts: readonly ScalePart[],
  log: (line: string) => void,
): Promise<Figure[]> => {
  const { db, name } = database;
  const companyId = await makeCompany(db);
  const small = await walk(database, companyId, Math.max(1000, Math.round(clicks / 10)), log);
  const large = await walk(database, companyId, clicks, log);
  const data = await prepare(database, small, large, companyId, log);
  const figures: Figure[] = [];
  const run = async (part: ScalePart, work: () => Promise<Figure | Figure[]>): Promise<void> => {
    if (!parts.includes(part)) return;
    log(`  ${part} ...`);
    figures.push(...[await work()].flat());
  };
  await run('way', () => measureWay(db, name, small, large));
  await run('reads', async () => [
    ...(await measureReports(data, name, ROUNDS)),
    ...(await measureLogPages(data, name, ROUNDS)),
  ]);
  await run('verify', () => measureVerify(data));
  if (!parts.some((part) => WITH_PRODUCT.includes(part))) return figures;
  const product = await startProduct(data);
  try {
    await run('sustained', () => measureSustained(data, product));
    await run('forget', () => measureForget(data, product));
    if (!parts.includes('beside') && !parts.includes('delay')) return figures;
    await holdWork(db);
    const behind = [small, large].reduce((best, way) =>
      Math.abs(way.clicks - BACKLOG) < Math.abs(best.clicks - BACKLOG) ? way : best,
    );
    log(`  a backlog of ${behind.clicks} clicks ...`);
    await makeBacklog(db, behind.productId);
    await run('beside', () => measureBeside(data, product));
    await run('delay', () => measureDelay(data, product));
    const memory = product.workerMemory();
    const left = await waitingMarks(db);
    if (memory !== undefined)
      figures.push({
        goal: 'workerMemory',
        where: name,
        value: summarize([memory]),
        detail: `the most so far, with ${left} marks left to work off`,
      });
    return figures;
  } finally {
    await product.stop();
  }
};
