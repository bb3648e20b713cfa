import { addDays, dayOf, type Day } from '../../shared/domain/calendar';
import type { Actor } from '../auth/actor';
import type { Database, Dialect } from '../db/database';
import { allOf, anyOf, oneOf, type Condition } from '../db/condition';
import { productsOf, type ListArgs } from './list-args';
import type { ListDefinition } from './list-definition';

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
}

/** Maximum of rows to read and sort without delay. */
const MAX_SORTED_ROWS = 20_000;

/** Returns the FROM clause that reads a table by an index. */
export const fromIndex = (dialect: Dialect, table: string, index: string): string =>
  dialect === 'mysql' ? `${table} e FORCE INDEX (${index})` : `${table} AS e INDEXED BY ${index}`;

/** Maximum of index ranges (products × days × ranges) that both databases look up one by one. */
const MAX_LOOKUPS = 24_000;

/** Returns the days between the products' first and last rows, within the requested time. */
async function daysOf(
  db: Database,
  table: string,
  byTime: string,
  products: readonly number[],
  { timeFrom, timeTo }: ListArgs,
): Promise<Day[]> {
  const end = (direction: 'ASC' | 'DESC') =>
    `(SELECT e.time FROM ${fromIndex(db.dialect, table, byTime)} WHERE e.product_id = ? ORDER BY e.time ${direction} LIMIT 1)`;
  let [from, to] = [Infinity, -Infinity];
  for (const productId of products) {
    const [row] = await db.read<{ first: number | null; last: number | null }>(
      `SELECT ${end('ASC')} AS first, ${end('DESC')} AS last`,
      [productId, productId],
    );
    from = Math.min(from, row?.first ?? Infinity);
    to = Math.max(to, row?.last ?? -Infinity);
  }
  from = Math.max(from, timeFrom?.getTime() ?? -Infinity);
  to = Math.min(to, timeTo?.getTime() ?? Infinity);
  const days: Day[] = [];
  if (from <= to) for (let day = dayOf(from); day <= dayOf(to); day = addDays(day, 1)) days.push(day);
  return days;
}

/** Returns the filter by value ranges, and whether nothing else narrows the list. */
function rangesOf(list: ListDefinition, args: ListArgs) {
  const filters = Object.entries(args.filter ?? {}).filter(
    ([, values]) => values != null && values.length > 0,
  );
  const plain =
    filters.length === 1 &&
    !args.keyword?.trim() &&
    (args.sortName ?? list.defaultSort?.name) === list.defaultSort?.name;
  for (const [name, values] of filters) {
    const ranges = list.filters?.[name]?.ranges?.(list.table, values ?? []);
    if (ranges) return { ...ranges, plain };
  }
  return null;
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
  const { index, each, plain } = ranges;
  const ids = productsOf(args) ?? actor.productIds;
  const days = await daysOf(db, list.table, list.dayCount.byTime, ids, args);
  if (ids.length * days.length * each.length > MAX_LOOKUPS) return null;
  const scope = allOf([oneOf('e.product_id', ids), oneOf('e.day', days)]);
  // SQLite looks up the ranges one by one if each includes its product and days.
  const inRange =
    db.dialect === 'sqlite' ? anyOf(each.map((range) => allOf([scope, range]))) : allOf([scope, anyOf(each)]);
  const where = allOf([...times, inRange]);
  const [row] = await db.read<{ n: number | string }>(
    `SELECT COUNT(*) AS n FROM (SELECT 1 AS one FROM ${fromRange(db.dialect, list.table, index)} WHERE ${where.sql} LIMIT ${MAX_SORTED_ROWS + 1}) c`,
    where.params,
  );
  const few = Number(row?.n ?? 0) <= MAX_SORTED_ROWS;
  return few || plain ? { index, few, inRange } : null;
}

/**
 * Returns the FROM clause that reads a table by index ranges. For SQLite, the condition leaves no other index
 * to choose.
 */
export const fromRange = (dialect: Dialect, table: string, index: string): string =>
  dialect === 'mysql' ? fromIndex(dialect, table, index) : `${table} e`;

/** Returns the WHERE condition of a list read by ranges; it keeps SQLite from choosing another index. */
export const rangeWhere = (dialect: Dialect, { inRange }: RangeRead, where: Condition): Condition =>
  allOf([
    inRange,
    dialect === 'mysql'
      ? where
      : { sql: where.sql.replace(/(?<![+\w.])e\.(product_id|time|ip)\b/g, '+e.$1'), params: where.params },
  ]);
