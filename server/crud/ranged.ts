import type { Actor } from '../auth/actor';
import type { Database, Dialect } from '../db/database';
import { allOf, anyOf, oneOf, type Condition } from './condition';
import { productsOf, type ListArgs } from './list-args';
import type { ListSpec } from './list-spec';

/** By what the rows of a list are read that one range of values narrows, and nothing else but time. */
export interface Ranged {
  /** The index of the values. */
  readonly index: string;
  /** Whether the range holds so few rows that all of them are read and put in order; of more, some are soon met in the order of time. */
  readonly few: boolean;
  /** That a row is of the products and in one of the ranges. */
  readonly inRange: Condition;
}

/** Rows that are read and put in order within a moment. */
const FEW = 20_000;

/** A table, read by one of its indexes. */
export const readBy = (dialect: Dialect, table: string, index: string): string => (dialect === 'mysql' ? `${table} e FORCE INDEX (${index})` : `${table} AS e INDEXED BY ${index}`);

/**
 * Looks how many rows a range holds, as far as that decides how they are read: what databases guess of it is wrong by so much
 * that one reads all of a log for a page, in the order of time, and the other all of a wide range. Null where nothing needs to
 * be decided: other conditions narrow the list, or it has another order.
 * @param times the conditions of the time
 */
export async function rangedBy(db: Database, spec: ListSpec, actor: Actor, args: ListArgs, times: readonly Condition[]): Promise<Ranged | null> {
  const [filter, ...others] = Object.entries(args.filter ?? {}).filter(([, values]) => values != null && values.length > 0);
  if (!filter || others.length > 0 || args.keyword?.trim() || (args.sortName ?? spec.defaultSort?.name) !== spec.defaultSort?.name) return null;
  const [name, values] = filter;
  const ranges = spec.dayCount && spec.filters?.[name]?.ranges?.(spec.table, values ?? []);
  if (!ranges) return null;
  const { index, each } = ranges;
  const products = oneOf('e.product_id', productsOf(args) ?? actor.productIds);
  // The embedded engine finds one range after the other where each is told with its product.
  const inRange = db.dialect === 'sqlite' ? anyOf(each.map((range) => allOf([products, range]))) : allOf([products, anyOf(each)]);
  const where = allOf([...times, inRange]);
  const [row] = await db.read<{ n: number | string }>(`SELECT COUNT(*) AS n FROM (SELECT 1 AS one FROM ${byRange(db.dialect, spec.table, index)} WHERE ${where.sql} LIMIT ${FEW + 1}) c`, where.params);
  return { index, few: Number(row?.n ?? 0) <= FEW, inRange };
}

/** A table, read by ranges of an index: the embedded engine is told them so that nothing else is left to it. */
export const byRange = (dialect: Dialect, table: string, index: string): string => (dialect === 'mysql' ? readBy(dialect, table, index) : `${table} e`);

/** What is asked of a list that is read by ranges: its other conditions may not tempt the embedded engine to another index. */
export const rangedWhere = (dialect: Dialect, { inRange }: Ranged, where: Condition): Condition =>
  dialect === 'mysql' ? where : allOf([inRange, { sql: where.sql.replace(/(?<![+\w.])e\.(product_id|time|ip)\b/g, '+e.$1'), params: where.params }]);
