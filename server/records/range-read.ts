import { addDays, dayOf, type Day } from '../../shared/domain/calendar';
import type { Actor } from '../auth/actor';
import type { Database, Dialect } from '../db/database';
import { allOf, anyOf, fromIndex, oneOf, type Condition } from '../db/condition';
import { chunksOf, select, sql } from '../db/statements';
import { productsOf, type ListArgs } from './list-args';
import type { DayCount, ListDefinition } from './list-definition';
import { timesOf } from './time-slices';

/** How to read a list that value ranges narrow. */
export interface RangeRead {
  /** The index over the values. */
  readonly index: string;
  /**
   * Whether the ranges hold few enough rows to read and sort them all. With more rows, a scan by time soon
   * meets matches.
   */
  readonly few: boolean;
  /** Matches rows of the products, the days and the ranges. */
  readonly inRange: Condition;
  /** The same for some of the days. */
  readonly inDays: (days: readonly Day[]) => Condition;
  /** The rows by day, if nothing else narrows the list. */
  readonly counted?: ReadonlyMap<Day, number>;
}

/** Maximum of rows to read and sort without delay. */
const MAX_SORTED_ROWS = 20_000;

/** Maximum of rows to count by day through the index. */
const MAX_COUNTED_ROWS = 100_000;

/** Fewer days are counted in one statement; more in two at the same time. */
const MIN_DAYS = 40;

/** Maximum of index ranges (products × days × ranges) that both databases look up one by one. */
const MAX_LOOKUPS = 24_000;

/** Returns the days between the products' first and last rows, within the requested time. */
export async function daysOf(
  db: Database,
  log: DayCount,
  products: readonly number[],
  args: ListArgs,
): Promise<Day[]> {
  const times = await timesOf(db, { ...log, time: 'e.time' }, products, args);
  const days: Day[] = [];
  if (times) for (let day = dayOf(times.from); day <= dayOf(times.to); day = addDays(day, 1)) days.push(day);
  return days;
}

/** Returns the filters with values. */
export const givenFilters = (list: ListDefinition, { filter }: Pick<ListArgs, 'filter'>) =>
  Object.entries(filter ?? {}).flatMap(([name, values]) =>
    values?.length ? [{ field: list.filters?.[name], values }] : [],
  );

/** Returns the filter by value ranges, and whether nothing else narrows the list. */
function rangesOf(list: ListDefinition, args: ListArgs) {
  const filters = givenFilters(list, args);
  const plain =
    filters.length === 1 &&
    !args.keyword?.trim() &&
    (args.sortName ?? list.defaultSort?.name) === list.defaultSort?.name;
  for (const { field, values } of filters) {
    const ranges = field?.ranges?.(list.table, values);
    if (ranges) return { ...ranges, plain };
  }
  return null;
}

/** Returns the stored counts of the rows of an address, without days that are marked or cut by the requested time. */
async function readIpDays(
  db: Database,
  { ips, column }: DayCount,
  products: readonly number[],
  ip: string | null,
  { timeFrom, timeTo }: ListArgs,
): Promise<Map<Day, number>> {
  const [productId = 0, ...more] = products;
  if (!ips || ip === null || more.length > 0) return new Map();
  const cut = [timeFrom, timeTo].flatMap((time) => (time ? [dayOf(time.getTime())] : []));
  // Read marks first: if a marked day is recounted in between, both counts are correct.
  const marks = await select<{ day: Day }>(db)`SELECT day FROM stale_day WHERE product_id = ${productId}`;
  const left = new Set([...cut, ...marks.map(({ day }) => day)]);
  const rows = await select<Record<'day' | 'n', number>>(db)`SELECT day, ${sql(column)} AS n
    FROM rollup_log_ip_day WHERE product_id = ${productId} AND ip = ${ip} AND ${sql(column)} > 0`;
  return new Map(rows.flatMap(({ day, n }) => (left.has(day) ? [] : [[day, n]])));
}

/**
 * Counts the rows in value ranges, as far as the read strategy depends on it.
 * The databases' estimates are far off: one scans a whole log by time for a page, the other reads all of a wide
 * range.
 * Returns null if there is nothing to decide, or if the range holds many rows and other conditions may match
 * fewer.
 * @param times the conditions on time
 */
export async function planRangeRead(
  db: Database,
  list: ListDefinition,
  actor: Actor,
  args: ListArgs,
  times: readonly Condition[],
): Promise<RangeRead | null> {
  const ranges = list.dayCount && rangesOf(list, args);
  if (!ranges || !list.dayCount) return null;
  const { index, each, ip, plain } = ranges;
  const ids = productsOf(args) ?? actor.productIds;
  const days = await daysOf(db, list.dayCount, ids, args);
  if (ids.length * days.length * each.length > MAX_LOOKUPS) return null;
  const inDays = (some: readonly Day[]): Condition => {
    const scope = allOf([oneOf('e.product_id', ids), oneOf('e.day', some)]);
    // SQLite looks up the ranges one by one if each includes its product and days.
    return db.dialect === 'sqlite'
      ? anyOf(each.map((range) => allOf([scope, range])))
      : allOf([scope, anyOf(each)]);
  };
  const most = plain ? MAX_COUNTED_ROWS : MAX_SORTED_ROWS;
  const { rows } = list.dayCount;
  const count = (some: readonly Day[]) => {
    const parts = (plain ? rows : ['1 = 1']).map((sql) =>
      allOf([inDays(some), ...times, { sql, params: [] }]),
    );
    const from = fromIndex(db.dialect, list.table, index);
    return db.read<{ day: Day; n: number | string }>(
      parts
        .map(({ sql }) => `SELECT e.day, COUNT(*) AS n FROM ${from} WHERE ${sql} GROUP BY e.day`)
        .join(' UNION ALL '),
      anyOf(parts).params,
    );
  };
  const stored = plain ? await readIpDays(db, list.dayCount, ids, ip, args) : new Map<Day, number>();
  const counted = new Map(days.flatMap((day) => (stored.has(day) ? [[day, stored.get(day) ?? 0]] : [])));
  const others = days.filter((day) => !stored.has(day));
  let total = [...counted.values()].reduce((sum, n) => sum + n, 0);
  // Counts the newest days first, and many at a time while they hold few rows.
  for (let [end, step] = [others.length, 4]; end > 0 && total <= most; end -= step, step *= 10) {
    const newest = others.slice(Math.max(0, end - step), end);
    const halves = chunksOf(newest, Math.max(MIN_DAYS, Math.ceil(newest.length / 2)));
    for (const { day, n } of (await Promise.all(halves.map(count))).flat()) {
      counted.set(day, (counted.get(day) ?? 0) + Number(n));
      total += Number(n);
    }
  }
  const few = total <= most;
  return few || plain
    ? { index, few, inRange: inDays(days), inDays, ...(few && plain && { counted }) }
    : null;
}

/** Returns the WHERE condition of a list read by ranges; it keeps SQLite from walking the whole index. */
export const rangeWhere = (dialect: Dialect, { inRange }: RangeRead, where: Condition): Condition =>
  allOf([
    inRange,
    dialect === 'mysql'
      ? where
      : { sql: where.sql.replace(/(?<![+\w.])e\.(product_id|time|ip)\b/g, '+e.$1'), params: where.params },
  ]);
