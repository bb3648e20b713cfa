import {
  isEnumValue,
  enumValues,
  NewAndExistingEvaluation,
  CvType,
  MAX_PATH_STEPS,
  type Grant,
} from '../../shared/catalog';
import {
  isDay,
  listPeriods,
  monthOf,
  monthRange,
  type Day,
  type DayRange,
} from '../../shared/domain/calendar';
import {
  ownEvaluation,
  includesAd,
  MASKED_AD,
  findPartners,
  pathClassesOf,
  PathRanking,
  type FrequentPath,
  type Partner,
  type PathCount,
} from '../../shared/domain/journey';
import type { Actor } from '../auth/actor';
import { badInput, notFound } from '../auth/failure';
import { requireProduct, requireRight, ownAgency } from '../auth/permissions';
import { requireVisible } from '../records/visibility';
import { select } from '../db/statements';
import { placeholders, type Database } from '../db/database';
import { cacheUnfiltered, pathsOfMonth } from '../analysis';
import { createTrafficYield } from '../backpressure/traffic-load';
import { joinInOrder } from '../db/condition';

/** An ad and a range of Tokyo days. */
export interface AdPageArgs {
  readonly productId: number;
  readonly adId: number;
  readonly dateFrom: Day;
  readonly dateTo: Day;
}

/**
 * Checks that the actor may see the metrics of the ad, and that the days are valid.
 *
 * @throws FORBIDDEN, BAD_USER_INPUT with the field
 */
export async function checkAdPageArgs(
  db: Database,
  actor: Actor,
  { productId, adId, dateFrom, dateTo }: AdPageArgs,
): Promise<{ grant: Grant; range: DayRange }> {
  const grant = requireRight(actor, 'analyze', 'view');
  requireProduct(actor, productId);
  if (!isDay(dateFrom)) throw badInput({ dateFrom: { key: 'mustBeDate' } });
  if (!isDay(dateTo)) throw badInput({ dateTo: { key: 'mustBeDate' } });
  if (dateFrom > dateTo) throw badInput({ dateFrom: { key: 'fromAfterTo' } });
  await requireVisible(db, actor, 'ad', [adId], productId);
  return { grant, range: { from: dateFrom, to: dateTo } };
}

/**
 * Returns the requested evaluation, or the product's own.
 * @throws BAD_USER_INPUT
 */
async function evaluationOf(
  db: Database,
  productId: number,
  requested: number | null | undefined,
): Promise<NewAndExistingEvaluation> {
  if (requested != null) {
    if (!isEnumValue(NewAndExistingEvaluation, requested))
      throw badInput({
        evaluation: {
          key: 'mustBeOneOf',
          params: { values: enumValues(NewAndExistingEvaluation).join(', ') },
        },
      });
    return requested;
  }
  const [product] = await select<{ separated: number | boolean; evaluation: NewAndExistingEvaluation }>(
    db,
  )`SELECT
    new_existing_separation AS separated, new_existing_evaluation AS evaluation FROM product
    WHERE id = ${productId}`;
  if (!product) throw notFound();
  return ownEvaluation(Boolean(product.separated), product.evaluation);
}

const MAX_PATHS = 10;
const MAX_PARTNERS = 10;

/** An ad on a path; an ad of another agency is masked. */
interface PathAd {
  readonly adId: number | null;
  readonly ad: string | null;
}

/** Paths of final conversions that include an ad. */
export interface AdPaths {
  readonly conversions: number;
  readonly paths: readonly {
    readonly steps: readonly PathAd[];
    readonly conversions: number;
    readonly amount: number;
  }[];
  readonly partners: readonly (PathAd & { readonly conversions: number; readonly before: number })[];
}

interface PathRow {
  path: string;
  amount_sen: number;
}

interface AdPathsQuery {
  readonly productId: number;
  readonly adId: number;
  readonly evaluation: NewAndExistingEvaluation;
}

/**
 * Reads the paths of some days. The index of the ad's touches finds them, the key reads each, and the
 * database aggregates them.
 */
async function pathsOfDays(
  db: Database,
  { productId, adId, evaluation }: AdPathsQuery,
  { from, to }: DayRange,
): Promise<PathCount[]> {
  const classes = pathClassesOf(evaluation);
  const rows = await db.read<PathRow>(
    `SELECT GROUP_CONCAT(p.ad_id ORDER BY p.pos) AS path, MIN(p.amount_sen) AS amount_sen FROM (
       SELECT DISTINCT t.day, t.conversion_id, t.class FROM conversion_touch t
       WHERE t.product_id = ? AND t.ad_id = ? AND t.day BETWEEN ? AND ? AND t.class IN (${placeholders(classes)}) AND t.cv_type = ${CvType.LAST_CV}
     ) c ${joinInOrder(db.dialect)} conversion_touch p ON p.product_id = ? AND p.day = c.day AND p.conversion_id = c.conversion_id AND p.class = c.class
     GROUP BY c.day, c.conversion_id, c.class`,
    [productId, adId, from, to, ...classes, productId],
  );
  return rows.map(({ path, amount_sen: amount }) => {
    const ads = path.split(',').map(Number);
    const [adIds, beyond] = [ads.slice(0, MAX_PATH_STEPS), ads.slice(MAX_PATH_STEPS)];
    return { adIds, ...(beyond.length > 0 && { beyond }), conversions: 1, finals: 1, amount: Number(amount) };
  });
}

/**
 * Reads the paths of final conversions that include the ad. Whole months come from the cache of CV
 * information for all ads; only days of partial months are read for this ad.
 */
async function readPaths(db: Database, query: AdPathsQuery, range: DayRange): Promise<PathCount[]> {
  const matches: PathCount[] = [];
  const yieldNow = createTrafficYield();
  for (const { days } of listPeriods(range, 'month', 0)) {
    const month = monthRange(monthOf(days.from));
    const isWhole = days.from === month.from && days.to === month.to;
    for (const path of isWhole ? await pathsOfMonth(db, query, days) : await pathsOfDays(db, query, days)) {
      if (path.finals > 0 && includesAd(path, query.adId))
        matches.push({ ...path, conversions: path.finals });
      await yieldNow();
    }
  }
  return matches;
}

/**
 * Ranks the paths, and the ads that share them, by ad id.
 * @param ownAdIds ads that are not masked; null: all
 */
async function rankAdPaths(
  db: Database,
  query: AdPathsQuery,
  range: DayRange,
  ownAdIds: readonly number[] | null,
): Promise<{ conversions: number; paths: FrequentPath[]; partners: Partner[] }> {
  const ownAds = ownAdIds && new Set(ownAdIds);
  const maskAd = (id: number): number => (!ownAds || ownAds.has(id) ? id : MASKED_AD);
  const walkedPaths = await readPaths(db, query, range);
  const ranking = new PathRanking(maskAd);
  const yieldNow = createTrafficYield();
  for (const path of walkedPaths) {
    ranking.add(path);
    await yieldNow();
  }
  return {
    conversions: ranking.conversions,
    paths: ranking.top(MAX_PATHS),
    partners: findPartners(walkedPaths, query.adId, MAX_PARTNERS, maskAd),
  };
}

/**
 * Returns the most frequent paths that include an ad, and the other ads on them.
 *
 * @throws FORBIDDEN, BAD_USER_INPUT with the field
 */
export async function adPaths(
  db: Database,
  actor: Actor,
  args: AdPageArgs & { evaluation?: number | null },
): Promise<AdPaths> {
  const { grant, range } = await checkAdPageArgs(db, actor, args);
  const evaluation = await evaluationOf(db, args.productId, args.evaluation);
  const agency = ownAgency(actor, grant);
  const own =
    agency === null
      ? null
      : await db.read<{ id: number }>('SELECT id FROM ad WHERE agency_id = ? ORDER BY id', [agency]);
  const ownAdIds = own?.map(({ id }) => id) ?? null;
  const all = { productId: args.productId, range, evaluation };
  const {
    conversions: count,
    paths,
    partners,
  } = await cacheUnfiltered(db, all, ['paths of an ad', args.adId, ownAdIds], () =>
    rankAdPaths(db, { ...args, evaluation }, range, ownAdIds),
  );
  const names = await namesOf(db, args.productId, [
    ...paths.flatMap(({ adIds }) => adIds),
    ...partners.map(({ adId }) => adId),
  ]);
  const adOf = (id: number): PathAd =>
    id === MASKED_AD ? { adId: null, ad: null } : { adId: id, ad: names.get(id) ?? null };
  return {
    conversions: count,
    paths: paths.map(({ adIds, conversions, amount: amountSen }) => ({
      steps: adIds.map(adOf),
      conversions,
      amount: amountSen / 100,
    })),
    partners: partners.map(({ adId, conversions, before }) => ({ ...adOf(adId), conversions, before })),
  };
}

async function namesOf(
  db: Database,
  productId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const adIds = [...new Set(ids)].filter((id) => id !== MASKED_AD);
  const rows = await select<{ id: number; ad_name: string }>(db)`SELECT id, ad_name FROM ad
    WHERE product_id = ${productId} AND id IN ${adIds}`;
  return new Map(rows.map(({ id, ad_name }) => [id, ad_name]));
}
