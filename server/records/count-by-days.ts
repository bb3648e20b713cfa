import { addDays, countDays, dayOf, endOfDay, startOfDay, type Day } from '../../shared/domain/calendar';
import type { Database } from '../db/database';
import { chunksOf } from '../journeys';
import { allOf, anyOf, oneOf, type Condition } from './condition';
import type { DayCount } from './list-spec';

/** How many rows there are; not exact: at least so many. */
export interface Counted {
  readonly count: number;
  readonly exact: boolean;
}

/** All rows of products within a time, in epoch milliseconds; null: no bound. */
export interface Span {
  readonly products: readonly number[];
  readonly from: number | null;
  readonly to: number | null;
}

/** Days of one list: as many as both databases look up one by one. */
const LIST = 150;
/** Conditions of one statement: with a full list each, far fewer values than both databases take. */
const ARMS = 50;

const within = (column: string, from: number | null, to: number | null): Condition =>
  allOf([
    ...(from === null ? [] : [{ sql: `${column} >= ?`, params: [from] }]),
    ...(to === null ? [] : [{ sql: `${column} <= ?`, params: [to] }]),
  ]);

interface Days {
  readonly first: Day | null;
  readonly last: Day | null;
}

/** The whole days of a span, and its parts of days as times. */
function daysOf({ from, to }: Span): Days & { readonly parts: readonly (readonly [number, number])[] } {
  const begun = from === null ? null : dayOf(from);
  const ended = to === null ? null : dayOf(to);
  const cutFrom = from !== null && begun !== null && from > startOfDay(begun);
  const cutTo = to !== null && ended !== null && to < endOfDay(ended);
  const first = begun !== null && cutFrom ? addDays(begun, 1) : begun;
  const last = ended !== null && cutTo ? addDays(ended, -1) : ended;
  if (begun !== null && begun === ended)
    return cutFrom || cutTo
      ? { first: ended, last: addDays(ended, -1), parts: [[from ?? 0, to ?? 0]] }
      : { first, last, parts: [] };
  return {
    first,
    last,
    parts: [
      ...(cutFrom ? [[from, endOfDay(begun)] as const] : []),
      ...(cutTo ? [[startOfDay(ended), to] as const] : []),
    ],
  };
}

/**
 * The days of a range that are not among those known, as conditions. Few days in a row are looked up one by one; a long
 * stretch (one event of an old date makes decades of it) is a range, so that the conditions grow with what is known alone.
 * @param known in their order
 */
function daysLeft(known: readonly Day[], { first, last }: Days): Condition[] {
  const [oldest] = known;
  const newest = known.at(-1);
  if (oldest === undefined || newest === undefined) return [within('e.day', first, last)];
  const single: Day[] = [];
  const stretches: Condition[] = [];
  for (const [index, day] of known.slice(1).entries()) {
    const before = known[index] ?? day;
    const missing = Math.max(countDays(before, day) - 2, 0);
    if (missing > LIST) stretches.push(within('e.day', addDays(before, 1), addDays(day, -1)));
    else for (let next = 1; next <= missing; next += 1) single.push(addDays(before, next));
  }
  const lists = chunksOf(single, LIST).map((days) => oneOf('e.day', days));
  return [
    within('e.day', first, addDays(oldest, -1)),
    ...lists,
    ...stretches,
    within('e.day', addDays(newest, 1), last),
  ];
}

/** How many rows fulfil each of the conditions; of one no more than `most` and one are counted. In statements of bounded length. */
async function countEach(
  db: Pick<Database, 'read'>,
  table: string,
  conditions: readonly Condition[],
  most: number | null,
): Promise<number[]> {
  const counts: number[] = [];
  for (const part of chunksOf(conditions, ARMS)) {
    const sql = part.map(({ sql: where }) =>
      most === null
        ? `SELECT COUNT(*) AS n FROM ${table} e WHERE ${where}`
        : `SELECT COUNT(*) AS n FROM (SELECT 1 AS one FROM ${table} e WHERE ${where} LIMIT ${most + 1}) c`,
    );
    const rows = await db.read<{ n: number | string }>(sql.join(' UNION ALL '), anyOf(part).params);
    counts.push(...rows.map(({ n }) => Number(n)));
  }
  return counts;
}

/**
 * Counts the rows of products within a time: those of days that are over by what is kept of these days, the rest (the last days,
 * days to which something was added, parts of days) one by one, found by the index of days. Right at every moment:
 * whoever changes the rows of a day that is over marks the day as stale in the same transaction.
 *
 * @param time SQL of the instant that the span bounds
 * @param most rows of one stretch that are counted one by one; null: all
 */
export async function countByDays(
  db: Pick<Database, 'read'>,
  log: DayCount,
  time: string,
  span: Span,
  most: number | null,
): Promise<Counted> {
  let count = 0;
  let exact = true;
  for (const productId of span.products) {
    const { days, left } = await kept(db, log, productId, time, span);
    const arms = left.flatMap((stretch) =>
      log.rows.map((sql) =>
        allOf([{ sql: 'e.product_id = ?', params: [productId] }, stretch, { sql, params: [] }]),
      ),
    );
    for (const n of await countEach(db, log.table, arms, most)) {
      count += Math.min(n, most ?? n);
      exact &&= most === null || n <= most;
    }
    count += days;
  }
  return { count, exact };
}

/** Rows by what is kept of days, and the rest of the span as conditions. */
async function kept(
  db: Pick<Database, 'read'>,
  { column }: DayCount,
  productId: number,
  time: string,
  span: Span,
): Promise<{ days: number; left: Condition[] }> {
  const { parts, ...whole } = daysOf(span);
  const range = within('e.day', whole.first, whole.last);
  const params = [productId, ...range.params];
  // Marks first: of a day that is marked and counted anew in between, both counts are right.
  const marks = await db.read<{ day: Day }>(
    `SELECT e.day FROM stale_day e WHERE e.product_id = ? AND ${range.sql}`,
    params,
  );
  const rows = await db.read<{ day: Day; n: number }>(
    `SELECT e.day, e.${column} AS n FROM rollup_log_day e WHERE e.product_id = ? AND ${range.sql} ORDER BY e.day`,
    params,
  );
  const marked = new Set(marks.map(({ day }) => day));
  const known = rows.filter(({ day }) => !marked.has(day));
  return {
    days: known.reduce((sum, { n }) => sum + n, 0),
    left: [
      ...daysLeft(
        known.map(({ day }) => day),
        whole,
      ),
      ...parts.map(([from, to]) => within(time, from, to)),
    ],
  };
}
