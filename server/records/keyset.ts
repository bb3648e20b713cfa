import type { Condition } from '../db/condition';
import type { ReadPlan } from './read-plan';
import type { ListDefinition } from './list-definition';
import type { Position } from './cursor';
import { orderSql } from './select';

/** Returns the ORDER BY columns, most significant first; together they are unique per row. */
export function orderColumns(list: ListDefinition, plan: Pick<ReadPlan, 'sortName'>): string[] {
  const first = plan.sortName === null ? [] : [orderSql(plan.sortName, list)];
  // Event ids are unique only within their product.
  return [...first, `e.${list.key}`, ...(list.keyWithin ? [`e.${list.keyWithin}`] : [])];
}

/** A row's values in its sort order. */
export type SortValues = Readonly<Record<`k${number}`, string | number | null>>;

/** Returns the position of a row in the sort order. */
export const positionOf = (columns: readonly string[], row: SortValues): Position =>
  columns.map((_, index) => row[`k${index}`] ?? '');

/** Returns whether no column of the sort order is nullable, which cursors require. */
export const supportsCursors = (list: ListDefinition, plan: Pick<ReadPlan, 'sortName'>): boolean =>
  plan.sortName === null ||
  [list.defaultSort?.name, list.key, ...(list.cursorFields ?? [])].includes(plan.sortName);

/**
 * Matches the rows after a position: strictly, or including the row at it (`from` is '=').
 * The SQL lets an index on the first column find the start.
 */
export function afterPosition(
  columns: readonly string[],
  values: readonly (string | number)[],
  asc: boolean,
  from: '' | '=' = '',
): Condition {
  const [column = '1', ...columnsLeft] = columns;
  const [value = 1, ...valuesLeft] = values;
  const sign = asc ? '>' : '<';
  if (columnsLeft.length === 0) return { sql: `${column} ${sign}${from} ?`, params: [value] };
  const rest = afterPosition(columnsLeft, valuesLeft, asc, from);
  return {
    sql: `${column} ${sign}= ? AND (${column} ${sign} ? OR (${rest.sql}))`,
    params: [value, value, ...rest.params],
  };
}
