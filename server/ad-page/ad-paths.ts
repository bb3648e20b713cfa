import { CvType } from '../../shared/catalog';
import { MASKED_AD, partnersOf, pathClassesOf, PathRanking, type WalkedPath } from '../../shared/domain/journey';
import type { Actor } from '../auth/actor';
import { ownAgency } from '../auth/permissions';
import { placeholders, type Database } from '../db/database';
import { joinInOrder } from '../db/join-in-order';
import { checkAdQuestion, evaluationOf, type AdQuestion } from './ad-question';

/** Conversions whose paths are read, the newest; most ads have fewer. */
const MOST_PATHS = 5000;
const SHOWN_PATHS = 10;
const SHOWN_PARTNERS = 10;

/** An ad on a path; one of another agency stands there without saying which. */
interface PathAd {
  readonly adId: number | null;
  readonly ad: string | null;
}

/** The paths of final conversions that an ad is on. */
export interface AdPaths {
  /** Conversions that were read; false: the newest of more. */
  readonly conversions: number;
  readonly complete: boolean;
  readonly paths: readonly { readonly steps: readonly PathAd[]; readonly conversions: number; readonly amount: number }[];
  readonly partners: readonly (PathAd & { readonly conversions: number; readonly before: number })[];
}

interface PathRow {
  path: string;
  amount_sen: number;
}

/** The paths, newest conversions first found by the index of the ad's touches, then each by its key and put together by the database. */
async function readPaths(db: Database, { productId, adId, dateFrom, dateTo }: AdQuestion, classes: readonly number[]): Promise<WalkedPath[]> {
  const rows = await db.read<PathRow>(
    `SELECT GROUP_CONCAT(p.ad_id ORDER BY p.pos) AS path, MIN(p.amount_sen) AS amount_sen FROM (
       SELECT DISTINCT t.day, t.conversion_id, t.class FROM conversion_touch t
       WHERE t.product_id = ? AND t.ad_id = ? AND t.day BETWEEN ? AND ? AND t.class IN (${placeholders(classes)}) AND t.cv_type = ${CvType.LAST_CV}
       ORDER BY t.day DESC, t.conversion_id DESC, t.class DESC LIMIT ${MOST_PATHS + 1}
     ) c ${joinInOrder(db.dialect)} conversion_touch p ON p.product_id = ? AND p.day = c.day AND p.conversion_id = c.conversion_id AND p.class = c.class
     GROUP BY c.day, c.conversion_id, c.class ORDER BY c.day DESC, c.conversion_id DESC, c.class DESC`,
    [productId, adId, dateFrom, dateTo, ...classes, productId],
  );
  return rows.map(({ path, amount_sen: amount }) => ({ adIds: path.split(',').map(Number), amount: Number(amount) / 100 }));
}

/**
 * The most frequent paths that an ad is on, and the ads it stands with on them.
 *
 * @throws FORBIDDEN, BAD_USER_INPUT naming the field
 */
export async function adPaths(db: Database, actor: Actor, asked: AdQuestion & { evaluation?: number | null }): Promise<AdPaths> {
  const { grant } = await checkAdQuestion(db, actor, asked);
  const evaluation = await evaluationOf(db, asked.productId, asked.evaluation);
  const agency = ownAgency(actor, grant);
  const [read, own] = await Promise.all([
    readPaths(db, asked, pathClassesOf(evaluation)),
    agency === null ? null : db.read<{ id: number }>('SELECT id FROM ad WHERE agency_id = ?', [agency]),
  ]);
  const mine = own && new Set(own.map(({ id }) => id));
  const shown = (id: number): number => (!mine || mine.has(id) ? id : MASKED_AD);
  const walked = read.slice(0, MOST_PATHS);
  const ranking = new PathRanking(shown);
  for (const { adIds, amount } of walked) ranking.add({ adIds, conversions: 1, finals: 1, amount });
  const paths = ranking.top(SHOWN_PATHS);
  const partners = partnersOf(walked, asked.adId, SHOWN_PARTNERS, shown);
  const names = await namesOf(db, asked.productId, [...paths.flatMap(({ adIds }) => adIds), ...partners.map(({ adId }) => adId)]);
  const adOf = (id: number): PathAd => (id === MASKED_AD ? { adId: null, ad: null } : { adId: id, ad: names.get(id) ?? null });
  return {
    conversions: walked.length,
    complete: read.length <= MOST_PATHS,
    paths: paths.map(({ adIds, conversions, amount }) => ({ steps: adIds.map(adOf), conversions, amount })),
    partners: partners.map(({ adId, conversions, before }) => ({ ...adOf(adId), conversions, before })),
  };
}

async function namesOf(db: Database, productId: number, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const asked = [...new Set(ids)].filter((id) => id !== MASKED_AD);
  if (asked.length === 0) return new Map();
  const rows = await db.read<{ id: number; ad_name: string }>(`SELECT id, ad_name FROM ad WHERE product_id = ? AND id IN (${placeholders(asked)})`, [productId, ...asked]);
  return new Map(rows.map(({ id, ad_name }) => [id, ad_name]));
}
