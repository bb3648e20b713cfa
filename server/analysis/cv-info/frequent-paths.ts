import { CvType, MAX_PATH_STEPS } from '../../../shared/catalog';
import {
  MASKED_AD,
  pathClassesOf,
  PathRanking,
  type FrequentPath,
  type PathCount,
} from '../../../shared/domain/journey';
import { createTrafficYield } from '../../backpressure/traffic-load';
import { oneOf, type Condition, joinInOrder } from '../../db/condition';
import type { Database, Dialect } from '../../db/database';
import { NO_FILTERS } from '../report/filters';
import type { Part } from '../report/report';
import { creditedCondition, type ConversionScope, cacheByMonth, createStore } from './credited-columns';

/** A frequent path to conversion. An agency sees other agencies' ads as masked steps. */
export const FREQUENT_PATH: Part = {
  type: 'FrequentPath',
  list: true,
  fields: {
    steps: { type: 'FrequentPathStep', list: true, fields: { adId: 'int?', ad: 'text?' } },
    touches: 'float',
    count: 'int',
    cvFinal: 'int',
    amountSum: 'float',
    share: 'float',
  },
};

interface PathRow {
  path: string | null;
  beyond: string | null;
  count: number | string;
  finals: number | string;
  amount_sen: number | string;
}

/**
 * Joins touches `t`, which filters choose conversions by, with all touches `p` of their paths. Filters never
 * choose touches.
 */
const joinChosen = (
  dialect: Dialect,
): string => `conversion_touch t ${joinInOrder(dialect)} conversion_touch p
  ON p.product_id = t.product_id AND p.day = t.day AND p.conversion_id = t.conversion_id AND p.class = t.class`;

/** Cached months: a year for two requests. Unchanged months are computed once. */
const MONTHS = createStore(24);

/** Reads the paths of one month. Long ranges take one statement per month. */
async function pathsOf(db: Database, request: ConversionScope): Promise<PathCount[]> {
  const { productId, range, evaluation, filters } = request;
  const classes = oneOf('p.class', pathClassesOf(evaluation));
  const whole: Condition = {
    sql: `p.product_id = ? AND p.day BETWEEN ? AND ? AND ${classes.sql}`,
    params: [productId, range.from, range.to, ...classes.params],
  };
  const isFiltered =
    filters.hasAdFilter ||
    filters.redirectIds !== null ||
    filters.devices !== null ||
    filters.cvSettingIds !== null;
  const [tables, where] = isFiltered
    ? [joinChosen(db.dialect), creditedCondition(request)]
    : ['conversion_touch p', whole];
  const rows = await db.read<PathRow>(
    `SELECT path, beyond, COUNT(*) AS count, SUM(is_final) AS finals, SUM(amount_sen) AS amount_sen FROM (
       SELECT GROUP_CONCAT(CASE WHEN p.pos BETWEEN 1 AND ${MAX_PATH_STEPS} THEN p.ad_id END ORDER BY p.pos) AS path,
         GROUP_CONCAT(CASE WHEN p.pos > ${MAX_PATH_STEPS} THEN p.ad_id END) AS beyond,
         MAX(CASE WHEN p.cv_type = ${CvType.LAST_CV} THEN 1 ELSE 0 END) AS is_final,
         MAX(CASE WHEN p.cv_type = ${CvType.LAST_CV} THEN p.amount_sen ELSE 0 END) AS amount_sen
       FROM ${tables} WHERE ${where.sql} GROUP BY p.day, p.conversion_id
     ) w GROUP BY path, beyond`,
    where.params,
  );
  return rows.map(({ path, beyond, count, finals, amount_sen: amount }) => ({
    adIds: path ? path.split(',').map(Number) : [],
    ...(beyond && { beyond: beyond.split(',').map(Number) }),
    conversions: Number(count),
    finals: Number(finals),
    amount: Number(amount),
  }));
}

/**
 * Reads every ad sequence of the report's conversions, aggregated by the database. A sequence may occur
 * several times.
 */
export const readPaths = async (db: Database, request: ConversionScope): Promise<PathCount[]> =>
  (await cacheByMonth(db, request, MONTHS, (month) => pathsOf(db, month))).flat();

/** Reads the paths of all ads in one month, or a part of it, for final and middle conversions. */
export const pathsOfMonth = (
  db: Database,
  { productId, evaluation }: Pick<ConversionScope, 'productId' | 'evaluation'>,
  range: ConversionScope['range'],
): Promise<PathCount[]> => readPaths(db, { productId, range, evaluation, filters: NO_FILTERS });

/** The most frequent paths of a report. */
export interface RankedPaths {
  readonly pathCount: number;
  /** Conversions of all paths. */
  readonly count: number;
  readonly paths: readonly FrequentPath[];
}

/**
 * Ranks paths by conversions, then by sales.
 * @param isVisible whether the user may see the ad
 * @param compressed merges repeats of an ad in a row, and paths that only differ in their number
 */
export async function rankPaths(
  paths: readonly PathCount[],
  isVisible: (ad: number) => boolean,
  { compressed, limit }: { compressed: boolean; limit: number },
): Promise<RankedPaths> {
  const ranking = new PathRanking((ad) => (isVisible(ad) ? ad : MASKED_AD), compressed);
  const yieldNow = createTrafficYield();
  for (const path of paths) {
    ranking.add(path);
    // Awaits only if there is something to wait for: paths are many.
    const pending = yieldNow();
    if (pending) await pending;
  }
  return { pathCount: ranking.size, count: ranking.conversions, paths: ranking.top(limit) };
}

/**
 * Converts ranked paths to the fields of the report.
 * @param names returns the name of an ad by id
 */
export const frequentPaths = ({ count: whole, paths }: RankedPaths, names: (ad: number) => string | null) =>
  paths.map(({ adIds, touches, conversions: count, finals: cvFinal, amount: amountSen }) => ({
    steps: adIds.map((ad) => (ad === MASKED_AD ? { adId: null, ad: null } : { adId: ad, ad: names(ad) })),
    touches: touches / count,
    count,
    cvFinal,
    amountSum: amountSen / 100,
    share: whole === 0 ? 0 : count / whole,
  }));
