import { CvType, type NewAndExistingEvaluation } from '../../../shared/catalog';
import { addDays, type Day, type DayRange } from '../../../shared/domain/calendar';
import { PATH_CLASS, pathClassesOf } from '../../../shared/domain/journey';
import { badInput } from '../../auth/failure';
import { joinInOrder } from '../../db/condition';
import type { Database } from '../../db/database';
import { select, sql } from '../../db/statements';

/** Most distinct paths of one computation: about 1.5 times those of a year with 3.5 million clicks. */
const MAX_PATHS = 300_000;

/** Journeys of a product by the ads of their path, joined by commas. */
export interface Journeys {
  readonly paths: readonly string[];
  readonly conversions: Float64Array;
  /** In yen. */
  readonly amounts: Float64Array;
  readonly nulls: Float64Array;
  /** Journeys that may still convert: too young to count as null. */
  readonly open: number;
}

export interface JourneyQuery {
  readonly productId: number;
  readonly range: DayRange;
  readonly evaluation: NewAndExistingEvaluation;
  /** A null journey counts if its last remaining contact is not later. */
  readonly matureUntil: number;
}

/** Returns the first day whose contacts are in the database; 0 if none were deleted or archived. */
export async function contactsFrom(db: Database, productId: number): Promise<Day> {
  const [row] = await select<{ kept: Day | null; archived: Day | null }>(db)`SELECT
    (SELECT kept_from FROM log_horizon WHERE product_id = ${productId}) AS kept,
    (SELECT MAX(day) FROM archived_day WHERE product_id = ${productId}) AS archived`;
  return Math.max(row?.kept ?? 0, row?.archived ? addDays(row.archived, 1) : 0);
}

/** @throws BAD_USER_INPUT for too many distinct paths */
function requireFewer(rows: readonly unknown[]): void {
  if (rows.length > MAX_PATHS)
    throw badInput({ dateFrom: { key: 'tooManyRows', params: { max: MAX_PATHS } } });
}

/**
 * Reads the journeys of some days (data-driven.md section 1). Converting ones are the final conversions that the
 * evaluation counts. A reference whose last contact lies in these days is a null without its contacts in paths of
 * final conversions, if any remain.
 */
export async function readJourneys(
  db: Database,
  { productId, range: { from, to }, evaluation, matureUntil }: JourneyQuery,
): Promise<Journeys> {
  const isLast = `cv_type = ${CvType.LAST_CV} AND pos > 0`;
  const converting = await select<{ path: string; n: number; sen: number }>(db)`SELECT path, COUNT(*) AS n,
      SUM(amount_sen) AS sen
    FROM (SELECT conversion_id, class, MAX(amount_sen) AS amount_sen, GROUP_CONCAT(ad_id ORDER BY pos) AS path
      FROM conversion_touch WHERE product_id = ${productId} AND day BETWEEN ${from} AND ${to} AND ${sql(isLast)}
      AND class IN ${pathClassesOf(evaluation)} GROUP BY conversion_id, class) paths
    GROUP BY path LIMIT ${sql(String(MAX_PATHS + 1))}`;
  const free = 'CASE WHEN t.interaction_id IS NULL THEN';
  const others = await select<{ path: string; mature: number; n: number }>(
    db,
  )`SELECT path, mature, COUNT(*) AS n
    FROM (SELECT i.reference_id, MAX(i.day) AS last_day,
        GROUP_CONCAT(${sql(free)} i.ad_id END ORDER BY i.time, i.id) AS path,
        CASE WHEN MAX(${sql(free)} i.time END) <= ${matureUntil} THEN 1 ELSE 0 END AS mature
      FROM (SELECT DISTINCT visitor_id FROM interaction
        WHERE product_id = ${productId} AND day BETWEEN ${from} AND ${to} AND counted = 1) v
      ${sql(joinInOrder(db.dialect))} interaction i ON i.product_id = ${productId} AND i.visitor_id = v.visitor_id
        AND i.counted = 1
      LEFT JOIN (SELECT DISTINCT interaction_id FROM conversion_touch WHERE product_id = ${productId}
        AND ${sql(isLast)} AND class IN (${PATH_CLASS.FIRST}, ${PATH_CLASS.REPEAT_WHOLE})) t
        ON t.interaction_id = i.id
      GROUP BY i.reference_id) journeys
    WHERE last_day BETWEEN ${from} AND ${to} AND path IS NOT NULL GROUP BY path, mature LIMIT ${sql(String(MAX_PATHS + 1))}`;
  for (const rows of [converting, others]) requireFewer(rows);
  const young = others.filter(({ mature }) => Number(mature) === 0);
  return mergeJourneys([
    {
      paths: converting.map(({ path }) => path),
      conversions: Float64Array.from(converting, ({ n }) => Number(n)),
      amounts: Float64Array.from(converting, ({ sen }) => Number(sen) / 100),
      nulls: new Float64Array(converting.length),
      open: young.reduce((sum, { n }) => sum + Number(n), 0),
    },
    {
      paths: others.map(({ path }) => path),
      conversions: new Float64Array(others.length),
      amounts: new Float64Array(others.length),
      nulls: Float64Array.from(others, ({ n, mature }) => (Number(mature) === 1 ? Number(n) : 0)),
      open: 0,
    },
  ]);
}

/**
 * Adds up journeys of several days by path.
 * @throws BAD_USER_INPUT for too many distinct paths
 */
export function mergeJourneys(parts: readonly Journeys[]): Journeys {
  const places = new Map<string, number>();
  for (const { paths } of parts)
    for (const path of paths) if (!places.has(path)) places.set(path, places.size);
  const paths = [...places.keys()];
  requireFewer(paths);
  const sums = { conversions: zeros(paths), amounts: zeros(paths), nulls: zeros(paths) };
  for (const part of parts)
    for (const [index, path] of part.paths.entries()) {
      const place = places.get(path) ?? 0;
      for (const key of ['conversions', 'amounts', 'nulls'] as const)
        sums[key][place] = (sums[key][place] ?? 0) + (part[key][index] ?? 0);
    }
  return { paths, ...sums, open: parts.reduce((sum, { open }) => sum + open, 0) };
}

const zeros = ({ length }: readonly string[]): Float64Array => new Float64Array(length);
