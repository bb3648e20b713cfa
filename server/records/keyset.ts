import type { Condition } from './condition';
import type { ListQuery } from './list-query';
import type { ListSpec } from './list-spec';
import type { Place } from './places';
import { orderSql } from './select';

/** The columns of an order, from the first word to the last; together they are different in every row. */
export function orderColumns(spec: ListSpec, query: Pick<ListQuery, 'sortName'>): string[] {
  const first = query.sortName === null ? [] : [orderSql(query.sortName, spec)];
  // Ids of events are unique within their product only.
  return [...first, `e.${spec.key}`, ...(spec.keyWithin ? [`e.${spec.keyWithin}`] : [])];
}

/** The values of a row in its order. */
export type Orders = Readonly<Record<`k${number}`, string | number | null>>;

/** Where a row stands in an order of these columns. */
export const placeOf = (columns: readonly string[], row: Orders): Place =>
  columns.map((_, index) => row[`k${index}`] ?? '');

/** Whether no column of the order is ever empty, so that a place in it can be told by values. */
export const isSteady = (spec: ListSpec, query: Pick<ListQuery, 'sortName'>): boolean =>
  query.sortName === null ||
  [spec.defaultSort?.name, spec.key, ...(spec.steady ?? [])].includes(query.sortName);

/**
 * The rows behind a place: strictly after it in the order, or (`from`) the row that stands there too. Written so that an
 * index on the first column finds its beginning.
 */
export function behind(
  columns: readonly string[],
  values: readonly (string | number)[],
  asc: boolean,
  from: '' | '=' = '',
): Condition {
  const [column = '1', ...columnsLeft] = columns;
  const [value = 1, ...valuesLeft] = values;
  const sign = asc ? '>' : '<';
  if (columnsLeft.length === 0) return { sql: `${column} ${sign}${from} ?`, params: [value] };
  const rest = behind(columnsLeft, valuesLeft, asc, from);
  return {
    sql: `${column} ${sign}= ? AND (${column} ${sign} ? OR (${rest.sql}))`,
    params: [value, value, ...rest.params],
  };
}
