import { addDays, countDays, dayOf, endOfDay, startOfDay, type Day } from '../../shared/domain/calendar';
import { restrictDays } from '../db/archive/with-archive';
import type { Database } from '../db/database';
import { chunksOf } from '../db/statements';
import { allOf, anyOf, never, oneOf, type Condition } from '../db/condition';
import type { DayCount } from './list-definition';

/** A row count; a lower bound unless exact. */
export interface RowCount {
  readonly count: number;
  readonly exact: boolean;
}

/** The rows of each day; a lower bound unless exact. */
export interface DayRows {
  readonly days: ReadonlyMap<Day, number>;
  readonly exact: boolean;
}

/** All rows of some products within a time range in epoch milliseconds; null means unbounded. */
export interface Span {
  readonly products: readonly number[];
  readonly from: number | null;
  readonly to: number | null;
  /** The ads or networks whose rows count; null means all rows. */
  readonly of: { readonly part: 'ad' | 'asp'; readonly ids: readonly number[] } | null;
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

/** Some rows of a log. */
interface Rows extends Condition {
  /** The day of all of them. */
  readonly day?: Day;
}

/** Counts the rows of each condition by day, at most `limit` + 1 each, in statements of bounded length. */
async function countEach(
  db: Pick<Database, 'read'>,
  table: string,
  conditions: readonly Rows[],
  limit: number | null,
): Promise<{ day: Day; n: number | string }[]> {
  const counts: { day: Day; n: number | string }[] = [];
  for (const part of chunksOf(conditions, MAX_CONDITIONS)) {
    const most = limit === null ? '' : ` LIMIT ${limit + 1}`;
    const sql = part.map(
      ({ sql: where, day = 'e.day' }) =>
        `SELECT c.day, COUNT(*) AS n FROM (SELECT ${day} AS day FROM ${table} e WHERE ${where}${most}) c GROUP BY c.day`,
    );
    counts.push(...(await db.read<(typeof counts)[number]>(sql.join(' UNION ALL '), anyOf(part).params)));
  }
  return counts;
}

/**
 * Counts the rows of products within a time range by day.
 * Days that are over use their stored counts. The remaining rows (recent days, days with late events, partial
 * days) are counted one by one through the day index. The result is always consistent: every write to a day
 * that is over marks the day as stale in the same transaction.
 *
 * @param time SQL of the instant that the span limits
 * @param limit maximum of rows to count one by one; null: no limit
 */
export async function countByDays(
  db: Pick<Database, 'read' | 'dialect'>,
  log: DayCount,
  time: string,
  span: Span,
  limit: number | null,
): Promise<DayRows> {
  const days = new Map<Day, number>();
  let left = limit ?? Infinity;
  const ofPart = ofIds(log, span);
  for (const productId of span.of?.ids.length === 0 ? [] : span.products) {
    const { known, rest } = await readDayCounts(db, log, productId, time, span);
    const conditions = rest.flatMap((some) =>
      log.rows.map((sql) => ({
        ...some,
        ...allOf([oneOf('e.product_id', [productId]), some, ofPart, { sql, params: [] }]),
      })),
    );
    const stored = new Set(known.map(({ day }) => day));
    const reader = restrictDays(db, (day) => !stored.has(day));
    const counted = await countEach(reader, log.table, conditions, limit);
    for (const { n } of counted) left -= Number(n);
    for (const { day, n } of [...known, ...counted]) days.set(day, (days.get(day) ?? 0) + Number(n));
  }
  return { days, exact: left >= 0 };
}

/** Returns the condition on the rows of a span's ads or networks. */
export function ofIds(log: DayCount, { of }: Pick<Span, 'of'>): Condition {
  const part = of && log[of.part];
  return part
    ? allOf([oneOf(part.column, of.ids), ...(part.where ? [{ sql: part.where, params: [] }] : [])])
    : allOf([]);
}

/** Returns the stored counts of days, and conditions for the rest of the span. */
async function readDayCounts(
  db: Pick<Database, 'read' | 'dialect'>,
  { column }: DayCount,
  productId: number,
  time: string,
  span: Span,
): Promise<{ known: { day: Day; n: number | string }[]; rest: Rows[] }> {
  const { parts, ...whole } = daysOf(span);
  const range = within('e.day', whole.first, whole.last);
  const params = [productId, ...range.params];
  // Read marks first: if a marked day is recounted in between, both counts are correct.
  const marks = await db.read<{ day: Day }>(
    `SELECT e.day FROM stale_day e WHERE e.product_id = ? AND ${range.sql}`,
    params,
  );
  const marked = new Set(marks.map(({ day }) => day));
  const from = `WHERE e.product_id = ? AND ${range.sql}`;
  const rows = await db.read<{ day: Day; n: number | string }>(
    `SELECT e.day, e.${column} AS n FROM rollup_log_day e ${from}${span.of ? ' AND e.in_parts = 1' : ''} ORDER BY e.day`,
    params,
  );
  const known = rows.filter(({ day }) => !marked.has(day));
  const days = known.map(({ day }) => day);
  const part = span.of?.part ?? 'ad';
  const ids = oneOf(`e.${part}_id`, span.of?.ids ?? []);
  // Both databases would follow the days to group by them.
  const [hint, day] = db.dialect === 'mysql' ? [' FORCE INDEX (PRIMARY)', 'e.day'] : ['', '+e.day'];
  const counts = span.of
    ? await db.read<{ day: Day; n: number | string }>(
        `SELECT e.day, SUM(e.${column}) AS n FROM rollup_log_${part}_day e${hint} ${from} AND ${ids.sql} GROUP BY ${day}`,
        [...params, ...ids.params],
      )
    : known;
  const isKnown = new Set(days);
  return {
    known: counts.filter(({ day }) => isKnown.has(day)),
    rest: [
      ...uncountedDays(days, whole),
      ...parts.map(([start, end]) => ({ ...within(time, start, end), day: dayOf(start) })),
    ],
  };
}

/** Returns the number of rows of all days. */
export const totalOf = ({ days, exact }: DayRows): RowCount => ({
  count: [...days.values()].reduce((sum, n) => sum + n, 0),
  exact,
});

/** The log rows of each day are also counted in parts of this length. */
export const SLOT_MS = 600_000;

/** The days that hold a page, and the rows in them before the page. */
interface Window {
  readonly days: readonly Day[];
  readonly where: Condition;
  readonly offset: number;
  /** All rows in the days; null: unknown. */
  readonly total: number | null;
  /** Whether it holds all rows after the page. */
  readonly toEnd: boolean;
}

/**
 * Finds the days that hold a page.
 * @param page its direction, its size, and where it starts: at a time (`at`) or after `offset` rows
 */
export function findWindow(
  rows: ReadonlyMap<Day, number>,
  time: string,
  { asc, at, offset, limit }: { asc: boolean; at: number | null; offset: number; limit: number },
): Window {
  const days = [...rows]
    .sort(([a], [b]) => (asc ? a - b : b - a))
    .filter(([day]) => at === null || (asc ? endOfDay(day) >= at : startOfDay(day) <= at));
  let [start, left] = [0, offset];
  for (let next = days[start]; next && next[1] <= left; next = days[(start += 1)]) left -= next[1];
  if (start > 0 && !days[start]) return { days: [], where: never, offset: 0, total: 0, toEnd: true };
  let end = start;
  // Some rows of the day that holds the time are before it.
  let missing = left + limit + (at === null ? 0 : (days[0]?.[1] ?? 0));
  for (let next = days[end]; next && missing > 0; next = days[(end += 1)]) missing -= next[1];
  const [near] = at === null && start > 0 ? (days[start] ?? [null]) : [null];
  const [far] = missing > 0 ? [null] : (days[end - 1] ?? [null]);
  const [first, last] = asc ? [near, far] : [far, near];
  const inside = days.slice(start, end);
  return {
    days: inside.map(([day]) => day),
    total: at === null ? inside.reduce((sum, [, n]) => sum + n, 0) : null,
    where: within(time, first && startOfDay(first), last && endOfDay(last)),
    offset: left,
    toEnd: far === null,
  };
}

/** Skips whole slots at the start of a window by their stored counts. */
export async function skipSlots(
  db: Pick<Database, 'read'>,
  { column }: DayCount,
  time: string,
  products: readonly number[],
  { window, asc, count }: { window: Window; asc: boolean; count: number },
): Promise<Window> {
  const [day = 0] = window.days;
  const of = allOf([oneOf('e.product_id', products), oneOf('e.day', [day])]);
  const slots = await db.read<{ slot: number; n: number | string }>(
    `SELECT e.slot, SUM(e.${column}) AS n FROM rollup_log_slot e WHERE ${of.sql} GROUP BY e.slot ORDER BY e.slot ${asc ? 'ASC' : 'DESC'}`,
    of.params,
  );
  // They differ from the requested rows of a part of a day, or of one with late events.
  if (slots.reduce((sum, { n }) => sum + Number(n), 0) !== count) return window;
  let left = window.offset;
  for (const { slot, n } of slots) {
    const start = startOfDay(day) + slot;
    const after = asc ? within(time, start, null) : within(time, null, start + SLOT_MS - 1);
    const total = window.total === null ? null : window.total - window.offset + left;
    if (Number(n) > left) return { ...window, where: allOf([window.where, after]), offset: left, total };
    left -= Number(n);
  }
  return window;
}
