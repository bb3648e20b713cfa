import { addDays, countDays, dayOf, endOfDay, startOfDay, type Day } from '../../shared/domain/calendar';
import type { Database } from '../db/database';
import { chunksOf } from '../db/statements';
import { allOf, anyOf, oneOf, type Condition } from '../db/condition';
import type { DayCount } from './list-definition';

/** A row count; a lower bound unless exact. */
export interface RowCount {
  readonly count: number;
  readonly exact: boolean;
}

/** All rows of some products within a time range in epoch milliseconds; null means unbounded. */
export interface Span {
  readonly products: readonly number[];
  readonly from: number | null;
  readonly to: number | null;
}

/** Days per IN list: both databases look that many up one by one. */
const MAX_LIST = 150;
/** Conditions per statement: even with full lists they stay far below both databases' parameter limits. */
const MAX_CONDITIONS = 50;

const within = (column: string, from: number | null, to: number | null): Condition =>
  allOf([
    ...(from === null ? [] : [{ sql: `${column} >= ?`, params: [from] }]),
    ...(to === null ? [] : [{ sql: `${column} <= ?`, params: [to] }]),
  ]);

interface Days {
  readonly first: Day | null;
  readonly last: Day | null;
}

/** Returns the whole days of a span, and its partial days as time ranges. */
function daysOf({ from, to }: Span): Days & { readonly parts: readonly (readonly [number, number])[] } {
  const fromDay = from === null ? null : dayOf(from);
  const toDay = to === null ? null : dayOf(to);
  const cutFrom = from !== null && fromDay !== null && from > startOfDay(fromDay);
  const cutTo = to !== null && toDay !== null && to < endOfDay(toDay);
  const first = fromDay !== null && cutFrom ? addDays(fromDay, 1) : fromDay;
  const last = toDay !== null && cutTo ? addDays(toDay, -1) : toDay;
  if (fromDay !== null && fromDay === toDay)
    return cutFrom || cutTo
      ? { first: toDay, last: addDays(toDay, -1), parts: [[from ?? 0, to ?? 0]] }
      : { first, last, parts: [] };
  return {
    first,
    last,
    parts: [
      ...(cutFrom ? [[from, endOfDay(fromDay)] as const] : []),
      ...(cutTo ? [[startOfDay(toDay), to] as const] : []),
    ],
  };
}

/**
 * Returns conditions for the days of a range that have no stored count.
 * Short gaps are looked up day by day. A long gap becomes one range: a single event with an old date can open a
 * gap of decades, and the number of conditions should only grow with the stored days.
 * @param known in ascending order
 */
function uncountedDays(known: readonly Day[], { first, last }: Days): Condition[] {
  const [oldest] = known;
  const newest = known.at(-1);
  if (oldest === undefined || newest === undefined) return [within('e.day', first, last)];
  const single: Day[] = [];
  const gaps: Condition[] = [];
  for (const [index, day] of known.slice(1).entries()) {
    const before = known[index] ?? day;
    const missing = Math.max(countDays(before, day) - 2, 0);
    if (missing > MAX_LIST) gaps.push(within('e.day', addDays(before, 1), addDays(day, -1)));
    else for (let next = 1; next <= missing; next += 1) single.push(addDays(before, next));
  }
  const lists = chunksOf(single, MAX_LIST).map((days) => oneOf('e.day', days));
  return [
    within('e.day', first, addDays(oldest, -1)),
    ...lists,
    ...gaps,
    within('e.day', addDays(newest, 1), last),
  ];
}

/** Counts the rows of each condition, at most `limit` + 1 each, in statements of bounded length. */
async function countEach(
  db: Pick<Database, 'read'>,
  table: string,
  conditions: readonly Condition[],
  limit: number | null,
): Promise<number[]> {
  const counts: number[] = [];
  for (const part of chunksOf(conditions, MAX_CONDITIONS)) {
    const sql = part.map(({ sql: where }) =>
      limit === null
        ? `SELECT COUNT(*) AS n FROM ${table} e WHERE ${where}`
        : `SELECT COUNT(*) AS n FROM (SELECT 1 AS one FROM ${table} e WHERE ${where} LIMIT ${limit + 1}) c`,
    );
    const rows = await db.read<{ n: number | string }>(sql.join(' UNION ALL '), anyOf(part).params);
    counts.push(...rows.map(({ n }) => Number(n)));
  }
  return counts;
}

/**
 * Counts the rows of products within a time range.
 * Days that are over use their stored counts. The remaining rows (recent days, days with late events, partial
 * days) are counted one by one through the day index. The result is always consistent: every write to a day
 * that is over marks the day as stale in the same transaction.
 *
 * @param time SQL of the instant that the span limits
 * @param limit maximum of rows to count one by one per condition; null: no limit
 */
export async function countByDays(
  db: Pick<Database, 'read'>,
  log: DayCount,
  time: string,
  span: Span,
  limit: number | null,
): Promise<RowCount> {
  let count = 0;
  let exact = true;
  for (const productId of span.products) {
    const { days, rest } = await readDayCounts(db, log, productId, time, span);
    const conditions = rest.flatMap((condition) =>
      log.rows.map((sql) =>
        allOf([{ sql: 'e.product_id = ?', params: [productId] }, condition, { sql, params: [] }]),
      ),
    );
    for (const n of await countEach(db, log.table, conditions, limit)) {
      count += Math.min(n, limit ?? n);
      exact &&= limit === null || n <= limit;
    }
    count += days;
  }
  return { count, exact };
}

/** Returns the sum of the stored day counts, and conditions for the rest of the span. */
async function readDayCounts(
  db: Pick<Database, 'read'>,
  { column }: DayCount,
  productId: number,
  time: string,
  span: Span,
): Promise<{ days: number; rest: Condition[] }> {
  const { parts, ...whole } = daysOf(span);
  const range = within('e.day', whole.first, whole.last);
  const params = [productId, ...range.params];
  // Read marks first: if a marked day is recounted in between, both counts are correct.
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
    rest: [
      ...uncountedDays(
        known.map(({ day }) => day),
        whole,
      ),
      ...parts.map(([from, to]) => within(time, from, to)),
    ],
  };
}
