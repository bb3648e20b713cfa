import type { Condition } from '../db/condition';
import type { ListQuery } from './list-query';
import type { ListSpec } from './list-spec';
import type { Position } from './cursor';
import { orderSql } from './select';

/** Returns the ORDER BY columns, most significant first; together they are unique per row. */
export function orderColumns(spec: ListSpec, query: Pick<ListQuery, 'sortName'>): string[] {
  const first = query.sortName === null ? [] : [orderSql(query.sortName, spec)];
  // Event ids are unique only within their product.
  return [...first, `e.${spec.key}`, ...(spec.keyWithin ? [`e.${spec.keyWithin}`] : [])];
}

/** A row's values in its sort order. */
export type SortValues = Readonly<Record<`k${number}`, string | number | null>>;

/** Returns the position of a row in the sort order. */
export const positionOf = (columns: readonly string[], row: SortValues): Position =>
  columns.map((_, index) => row[`k${index}`] ?? '');

/** Returns whether no column of the sort order is nullable, which cursors require. */
export const supportsCursors = (spec: ListSpec, query: Pick<ListQuery, 'sortName'>): boolean =>
  query.sortName === null ||
  [spec.defaultSort?.name, spec.key, ...(spec.cursorFields ?? [])].includes(query.sortName);

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
