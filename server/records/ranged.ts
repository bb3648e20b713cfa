import { addDays, dayOf, type Day } from '../../shared/domain/calendar';
import type { Actor } from '../auth/actor';
import type { Database, Dialect } from '../db/database';
import { allOf, anyOf, oneOf, type Condition } from './condition';
import { productsOf, type ListArgs } from './list-args';
import type { ListSpec } from './list-spec';

/** By what the rows of a list are read that ranges of values narrow. */
export interface Ranged {
  /** The index of the values. */
  readonly index: string;
  /** Whether the range holds so few rows that all of them are read and put in order; of more, some are soon met in the order of time. */
  readonly few: boolean;
  /** That a row is of the products, of one of the days and in one of the ranges. */
  readonly inRange: Condition;
}

/** Rows that are read and put in order within a moment. */
const FEW = 20_000;

/** A table, read by one of its indexes. */
export const readBy = (dialect: Dialect, table: string, index: string): string =>
  dialect === 'mysql' ? `${table} e FORCE INDEX (${index})` : `${table} AS e INDEXED BY ${index}`;

/** Ranges of an index that both databases look up one by one, for each day of a list. */
const LOOKED_UP = 24_000;

/** The days of the products' rows within the time that is asked for. */
async function daysOf(
  db: Database,
  table: string,
  byTime: string,
  products: readonly number[],
  { timeFrom, timeTo }: ListArgs,
): Promise<Day[]> {
  const end = (direction: 'ASC' | 'DESC') =>
    `(SELECT e.time FROM ${readBy(db.dialect, table, byTime)} WHERE e.product_id = ? ORDER BY e.time ${direction} LIMIT 1)`;
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

/** The filter by ranges of values, and whether it is all that narrows the list. */
function rangesOf(spec: ListSpec, args: ListArgs) {
  const filters = Object.entries(args.filter ?? {}).filter(
    ([, values]) => values != null && values.length > 0,
  );
  const plain =
    filters.length === 1 &&
    !args.keyword?.trim() &&
    (args.sortName ?? spec.defaultSort?.name) === spec.defaultSort?.name;
  for (const [name, values] of filters) {
    const ranges = spec.filters?.[name]?.ranges?.(spec.table, values ?? []);
    if (ranges) return { ...ranges, plain };
  }
  return null;
}

/**
 * Looks how many rows a range of values holds, as far as that decides how they are read: what databases guess of it is wrong by so much
 * that one reads all of a log for a page, in the order of time, and the other all of a wide range. Null where nothing needs to
 * be decided, or where many rows are in the range and others of the list's conditions may hold fewer.
 * @param times the conditions of the time
 */
export async function rangedBy(
  db: Database,
  spec: ListSpec,
  actor: Actor,
  args: ListArgs,
  times: readonly Condition[],
): Promise<Ranged | null> {
  const ranges = spec.dayCount && rangesOf(spec, args);
  if (!ranges || !spec.dayCount) return null;
  const { index, each, plain } = ranges;
  const ids = productsOf(args) ?? actor.productIds;
  const days = await daysOf(db, spec.table, spec.dayCount.byTime, ids, args);
  if (ids.length * days.length * each.length > LOOKED_UP) return null;
  const place = allOf([oneOf('e.product_id', ids), oneOf('e.day', days)]);
  // The embedded engine finds one range after the other where each is told with its product and its days.
  const inRange =
    db.dialect === 'sqlite' ? anyOf(each.map((range) => allOf([place, range]))) : allOf([place, anyOf(each)]);
  const where = allOf([...times, inRange]);
  const [row] = await db.read<{ n: number | string }>(
    `SELECT COUNT(*) AS n FROM (SELECT 1 AS one FROM ${byRange(db.dialect, spec.table, index)} WHERE ${where.sql} LIMIT ${FEW + 1}) c`,
    where.params,
  );
  const few = Number(row?.n ?? 0) <= FEW;
  return few || plain ? { index, few, inRange } : null;
}

/** A table, read by ranges of an index: the embedded engine is told them so that nothing else is left to it. */
export const byRange = (dialect: Dialect, table: string, index: string): string =>
  dialect === 'mysql' ? readBy(dialect, table, index) : `${table} e`;

/** What is asked of a list that is read by ranges: its other conditions may not tempt the embedded engine to another index. */
export const rangedWhere = (dialect: Dialect, { inRange }: Ranged, where: Condition): Condition =>
  allOf([
    inRange,
    dialect === 'mysql'
      ? where
      : { sql: where.sql.replace(/(?<![+\w.])e\.(product_id|time|ip)\b/g, '+e.$1'), params: where.params },
  ]);
