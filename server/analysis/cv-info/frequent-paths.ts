import { CvType } from '../../../shared/catalog';
import { pathClassesOf, withoutRepeats } from '../../../shared/domain/journey';
import { breather } from '../../courtesy/breathe';
import { oneOf } from '../../crud/condition';
import type { Database } from '../../db/database';
import type { Part } from '../report/report';
import type { ReportRequest } from '../report/request';
import { credited } from './credited';

/** Touches of a path that tell it from others: longer ones are alike that begin alike. */
const MOST_TOLD = 100;

/** One of the ways that led to conversions. An agency sees of other agencies' ads that they are there. */
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

/** A sequence of ads with what it led to. */
export interface WholePath {
  /** Ids of ads, oldest first; none for direct conversions. */
  readonly ads: readonly number[];
  readonly count: number;
  readonly cvFinal: number;
  readonly amountSen: number;
}

interface PathRow {
  path: string | null;
  count: number | string;
  finals: number | string;
  amount_sen: number | string;
}

/** Every sequence of ads of the report's conversions. Sequences are put together and counted by the database. */
export async function readPaths(db: Database, request: ReportRequest): Promise<WholePath[]> {
  const { filters, productId, range, evaluation } = request;
  const chosen = filters.onAds || filters.redirectIds !== null || filters.devices !== null || filters.cvSettingIds !== null;
  const only = credited(request);
  const classes = oneOf('p.class', pathClassesOf(evaluation));
  // Filters choose conversions by their last touch, never touches.
  const ofChosen = chosen ? `AND p.conversion_id IN (SELECT t.conversion_id FROM conversion_touch t WHERE ${only.sql})` : '';
  const rows = await db.read<PathRow>(
    `SELECT path, COUNT(*) AS count, SUM(is_final) AS finals, SUM(amount_sen) AS amount_sen FROM (
       SELECT GROUP_CONCAT(CASE WHEN p.pos BETWEEN 1 AND ${MOST_TOLD} THEN p.ad_id END ORDER BY p.pos) AS path,
         MAX(CASE WHEN p.cv_type = ${CvType.LAST_CV} THEN 1 ELSE 0 END) AS is_final,
         MAX(CASE WHEN p.cv_type = ${CvType.LAST_CV} THEN p.amount_sen ELSE 0 END) AS amount_sen
       FROM conversion_touch p WHERE p.product_id = ? AND p.day BETWEEN ? AND ? AND ${classes.sql} ${ofChosen}
       GROUP BY p.day, p.conversion_id
     ) w GROUP BY path`,
    [productId, range.from, range.to, ...classes.params, ...(chosen ? only.params : [])],
  );
  return rows.map(({ path, count, finals, amount_sen: amount }) => ({
    ads: path ? path.split(',').map(Number) : [],
    count: Number(count),
    cvFinal: Number(finals),
    amountSen: Number(amount),
  }));
}

/** An ad as the reader may see it; null where it is another agency's. */
export type Shown = (ad: number) => { readonly id: number; readonly name: string | null } | null;

interface Counted extends WholePath {
  readonly touches: number;
}

/** Stands for every ad that the reader may not see. */
const HIDDEN = 0;

/**
 * The most frequent of the paths, those first that led to more, then to more sales.
 * @param compressed whether repeats of an ad in a row make one step, and paths that differ in their number one path
 */
export async function frequentPaths(paths: readonly WholePath[], shown: Shown, { compressed, limit }: { compressed: boolean; limit: number }) {
  const all = new Map<string, Counted>();
  const breathe = breather();
  for (const { ads, count, cvFinal, amountSen } of paths) {
    const seen = ads.map((ad) => shown(ad)?.id ?? HIDDEN);
    const steps = compressed ? withoutRepeats(seen) : seen;
    const name = steps.join();
    const before = all.get(name);
    all.set(name, {
      ads: steps,
      touches: seen.length * count + (before?.touches ?? 0),
      count: count + (before?.count ?? 0),
      cvFinal: cvFinal + (before?.cvFinal ?? 0),
      amountSen: amountSen + (before?.amountSen ?? 0),
    });
    await breathe();
  }
  const whole = paths.reduce((sum, { count }) => sum + count, 0);
  const ranked = [...all].sort(([a, one], [b, other]) => other.count - one.count || other.amountSen - one.amountSen || (a < b ? -1 : 1));
  return {
    pathCount: all.size,
    paths: ranked.slice(0, limit).map(([, { ads, touches, count, cvFinal, amountSen }]) => ({
      steps: ads.map((ad) => ({ adId: ad === HIDDEN ? null : ad, ad: ad === HIDDEN ? null : (shown(ad)?.name ?? null) })),
      touches: touches / count,
      count,
      cvFinal,
      amountSum: amountSen / 100,
      share: whole === 0 ? 0 : count / whole,
    })),
  };
}
