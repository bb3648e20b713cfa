import { CvType } from '../../../shared/catalog';
import { addDays, countDays, type Day, type DayRange } from '../../../shared/domain/calendar';
import {
  cutRuns,
  encodeAges,
  lineKey,
  NULL_CLASS,
  type JourneyLine,
} from '../../../shared/domain/attribution';
import { PATH_CLASS, type PathClassCode } from '../../../shared/domain/journey';
import { joinInOrder } from '../../db/condition';
import type { Database, Tx } from '../../db/database';
import { select, sql } from '../../db/statements';

/** Returns the first day whose contacts stay in the database; 0 if none were deleted or archived. */
export async function contactsFrom(
  reader: Pick<Tx, 'query'> | Pick<Database, 'read'>,
  productId: number,
): Promise<Day> {
  const [row] = await select<{ kept: Day | null; archived: Day | null }>(reader)`SELECT
    (SELECT forget_before FROM log_horizon WHERE product_id = ${productId}) AS kept,
    (SELECT MAX(day) FROM archived_day WHERE product_id = ${productId}) AS archived`;
  return Math.max(row?.kept ?? 0, row?.archived ? addDays(row.archived, 1) : 0);
}

const cut = (path: string): string => cutRuns(path.split(',').map(Number)).join();

const IS_LAST = `cv_type = ${CvType.LAST_CV} AND pos > 0`;

interface Converting {
  readonly class: number;
  readonly path: string;
  readonly n: number;
  readonly sen: number;
}

/** Reads the final conversions of some days by class and path (data-driven.md section 1). */
async function readConverting(
  db: Database,
  productId: number,
  { from, to }: DayRange,
  classes: readonly PathClassCode[],
  most: number,
): Promise<Converting[]> {
  const rows = await select<Converting>(db)`SELECT class, path, COUNT(*) AS n, SUM(amount_sen) AS sen
    FROM (SELECT conversion_id, class, MAX(amount_sen) AS amount_sen, GROUP_CONCAT(ad_id ORDER BY pos) AS path
      FROM conversion_touch WHERE product_id = ${productId} AND day BETWEEN ${from} AND ${to} AND ${sql(IS_LAST)}
      AND class IN ${classes} GROUP BY conversion_id, class) paths
    GROUP BY class, path LIMIT ${sql(String(most + 1))}`;
  return rows.map((row) => ({
    class: row.class,
    path: cut(row.path),
    n: Number(row.n),
    sen: Number(row.sen),
  }));
}

/** Contacts whose visitors are read by one statement, which then stays far below the time limit of a read. */
const CONTACTS_AT_ONCE = 40_000;

/** Splits days into ranges of equal length with about `CONTACTS_AT_ONCE` of their contacts. */
export function sliceDays({ from, to }: DayRange, contacts: number): DayRange[] {
  const days = countDays(from, to);
  const length = Math.min(days, Math.max(1, Math.floor((days * CONTACTS_AT_ONCE) / Math.max(1, contacts))));
  const slices: DayRange[] = [];
  for (let day = from; day <= to; day = addDays(day, length))
    slices.push({ from: day, to: Math.min(to, addDays(day, length - 1)) });
  return slices;
}

/** References without the contacts that final conversions took, by path and group. */
interface Remaining {
  readonly path: string;
  readonly place: number;
  readonly n: number;
}

/**
 * Reads the references whose last contact lies in these days, without their contacts in paths of final
 * conversions, if any remain. Only conversions of customers that the visitor is linked with have its contacts.
 * @param group SQL of the instant `last_time` of the last remaining contact
 */
async function readSlice(
  db: Database,
  productId: number,
  { from, to }: DayRange,
  group: string,
): Promise<Remaining[]> {
  // SQLite indexes a subquery of a join only if it is grouped. COALESCE keeps it from reading all anonymous
  // conversions for each visitor by the index of user_id.
  const free = sql('CASE WHEN t.interaction_id IS NULL THEN');
  const join = sql(joinInOrder(db.dialect));
  const taken = sql(`t.conversion_id = k.id AND t.${IS_LAST.replace('pos', 't.pos')}
    AND t.class IN (${PATH_CLASS.FIRST}, ${PATH_CLASS.REPEAT_WHOLE})`);
  const rows = await select<Record<keyof Remaining, string | number>>(
    db,
  )`SELECT path, ${sql(group)} AS place, COUNT(*) AS n
    FROM (SELECT i.reference_id, MAX(i.day) AS last_day, MAX(${free} i.time END) AS last_time,
        GROUP_CONCAT(${free} i.ad_id END ORDER BY i.time, i.id) AS path
      FROM (SELECT DISTINCT visitor_id FROM interaction
        WHERE product_id = ${productId} AND day BETWEEN ${from} AND ${to} AND counted = 1) v
      ${join} interaction i ON i.product_id = ${productId} AND i.visitor_id = v.visitor_id AND i.counted = 1
      LEFT JOIN (SELECT interaction_id FROM (SELECT t.interaction_id FROM (SELECT DISTINCT visitor_id FROM interaction
          WHERE product_id = ${productId} AND day BETWEEN ${from} AND ${to} AND counted = 1) v
          ${join} conversion k ON k.product_id = ${productId} AND k.visitor_id = v.visitor_id
            AND COALESCE(k.user_id, '') = ''
          ${join} conversion_touch t ON ${taken}
        UNION ALL SELECT t.interaction_id FROM (SELECT DISTINCT visitor_id FROM interaction
          WHERE product_id = ${productId} AND day BETWEEN ${from} AND ${to} AND counted = 1) v
          ${join} conversion c ON c.product_id = ${productId} AND c.visitor_id = v.visitor_id
          ${join} conversion k ON k.product_id = ${productId} AND k.user_id = c.user_id
          ${join} conversion_touch t ON ${taken}) paths GROUP BY interaction_id) t
        ON t.interaction_id = i.id
      GROUP BY i.reference_id) journeys
    WHERE last_day BETWEEN ${from} AND ${to} AND path IS NOT NULL GROUP BY path, place`;
  return rows.map(({ path, place, n }) => ({ path: cut(String(path)), place: Number(place), n: Number(n) }));
}

/**
 * Reads such references of any days; stops once there are more than `most` rows.
 * @param signal aborted when the caller no longer waits
 */
async function readRemaining(
  db: Database,
  productId: number,
  range: DayRange,
  group: string,
  most: number,
  signal?: AbortSignal,
): Promise<Remaining[]> {
  const [counted] = await select<{ n: number }>(db)`SELECT COUNT(*) AS n FROM interaction
    WHERE product_id = ${productId} AND day BETWEEN ${range.from} AND ${range.to} AND counted = 1`;
  const sums = new Map<string, Remaining>();
  for (const slice of sliceDays(range, Number(counted?.n ?? 0))) {
    signal?.throwIfAborted();
    for (const { path, place, n } of await readSlice(db, productId, slice, group)) {
      const key = `${place} ${path}`;
      sums.set(key, { path, place, n: n + (sums.get(key)?.n ?? 0) });
    }
    if (sums.size > most) break;
  }
  return [...sums.values()];
}

/** Which journeys to read. */
export interface LiveQuery {
  readonly productId: number;
  readonly range: DayRange;
  /** Classes of the paths that count. */
  readonly classes: readonly PathClassCode[];
  /** SQL of the age of a null journey from the instant `last_time` of its last remaining contact. */
  readonly age: string;
}

/**
 * Reads the journeys of some days from the logs (data-driven.md section 1), in the order of their keys. Converting
 * ones are the final conversions of the classes, null ones the references that remain.
 *
 * @param most returns null for more rows
 * @param signal aborted when the caller no longer waits
 */
export async function readLines(
  db: Database,
  { productId, range, classes, age }: LiveQuery,
  most: number,
  signal?: AbortSignal,
): Promise<JourneyLine[] | null> {
  const converting = await readConverting(db, productId, range, classes, most);
  const remaining = await readRemaining(db, productId, range, age, most, signal);
  if (converting.length > most || remaining.length > most) return null;
  const lines = new Map<string, JourneyLine>();
  const add = (added: JourneyLine): string => {
    const key = lineKey(added);
    const { journeys, amount_sen } = lines.get(key) ?? { journeys: 0, amount_sen: 0 };
    lines.set(key, {
      ...added,
      journeys: added.journeys + journeys,
      amount_sen: added.amount_sen + amount_sen,
    });
    return key;
  };
  for (const { class: group, path, n, sen } of converting)
    add({ class: group, path, journeys: n, amount_sen: sen, ages: '' });
  const ages = new Map<string, Map<number, number>>();
  for (const { path, place, n } of remaining) {
    const key = add({ class: NULL_CLASS, path, journeys: n, amount_sen: 0, ages: '' });
    const known = ages.get(key) ?? new Map<number, number>();
    ages.set(key, known.set(place, (known.get(place) ?? 0) + n));
  }
  return [...lines.keys()].sort().map((key) => {
    const [line, own] = [lines.get(key)!, ages.get(key)];
    return own ? { ...line, ages: encodeAges(own) } : line;
  });
}
