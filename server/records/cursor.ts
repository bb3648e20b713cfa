import { compareIds } from '../../shared/domain/journey';
import { badInput, type FailureMessage } from '../auth/failure';
import type { Condition } from '../db/condition';
import type { ListArgs } from './list-args';
import type { ReadPlan } from './read-plan';
import type { ListDefinition } from './list-definition';
import { orderSql } from './select';

/** A row's position: its values in the sort order. */
export type Position = readonly (string | number)[];

/** `before` value that requests the last page. */
const END = 'end';

/** Start or end of a page that is not given by its number. */
interface PageBound {
  readonly by: 'after' | 'before' | 'at' | 'end';
  readonly where: Condition;
  /** First value of its position in the sort order. */
  readonly first: string | number | null;
}

/** Position that a page starts after or ends before; null for the last page. */
interface CursorStep {
  readonly by: 'after' | 'before' | 'end';
  readonly position: Position | null;
}

type Order = Pick<ReadPlan, 'sortName' | 'asc'>;

/** The columns of a sort order, and whether it supports cursors. */
export interface CursorOrder extends Order {
  readonly columns: readonly string[];
  readonly supportsCursors: boolean;
}

/** Encodes a position as a cursor, which is valid only in the sort order it was created for. */
export const encodeCursor = ({ sortName, asc }: Order, position: Position): string =>
  Buffer.from(JSON.stringify([sortName, asc, ...position])).toString('base64url');

const isValue = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';
const ANY: Condition = { sql: '1 = 1', params: [] };
const WRONG: FailureMessage = { key: 'invalidInput' };

function parseJson(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** Decodes a cursor. @throws BAD_USER_INPUT when it does not belong to this sort order */
function decodeCursor(name: 'after' | 'before', text: string, order: Order, width: number): Position {
  const [sortName, asc, ...values] = parseJson(text);
  if (sortName !== order.sortName || asc !== order.asc || values.length !== width || !values.every(isValue))
    throw badInput({ [name]: WRONG });
  return values;
}

/**
 * Reads the requested cursor; null if the page is given by its number.
 * @throws BAD_USER_INPUT when both are given, or the order does not support cursors
 */
export function readCursor(order: CursorOrder, args: Pick<ListArgs, 'after' | 'before'>): CursorStep | null {
  const [by, second] = (['after', 'before'] as const).filter(
    (name) => args[name] != null && args[name] !== '',
  );
  if (by === undefined) return null;
  if (second !== undefined) throw badInput({ [second]: WRONG });
  if (!order.supportsCursors) throw badInput({ sortName: { key: 'noPlaces' } });
  if (args[by] === END && by === 'before') return { by: 'end', position: null };
  return { by, position: decodeCursor(by, String(args[by]), order, order.columns.length) };
}

/**
 * Reads the requested start or end of a page; null if the page is given by its number.
 * @throws BAD_USER_INPUT when several are given, or the order does not support cursors
 */
export function readPageBound(
  list: ListDefinition,
  plan: ReadPlan,
  args: Pick<ListArgs, 'after' | 'before' | 'at'>,
): PageBound | null {
  const { sortName, asc } = plan;
  const order: CursorOrder = {
    sortName,
    asc,
    columns: orderColumns(list, plan),
    supportsCursors: supportsCursors(list, plan),
  };
  if (args.at == null) {
    const cursor = readCursor(order, args);
    return (
      cursor && {
        by: cursor.by,
        where: cursor.position
          ? afterPosition(order.columns, cursor.position, cursor.by === 'after' ? asc : !asc)
          : ANY,
        first: cursor.position?.[0] ?? null,
      }
    );
  }
  if (args.after || args.before) throw badInput({ at: WRONG });
  if (!order.supportsCursors || sortName !== list.defaultSort?.name)
    throw badInput({ sortName: { key: 'noPlaces' } });
  const first = args.at.getTime();
  return { by: 'at', where: { sql: `${list.time} ${asc ? '>=' : '<='} ?`, params: [first] }, first };
}

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

/** Compares positions as the databases do; an empty text stands for no value, which comes first. */
export function comparePositions(a: Position, b: Position): number {
  for (const [index, one] of a.entries()) {
    const other = b[index] ?? '';
    if (one === other) continue;
    if (typeof one === 'number' && typeof other === 'number') return one - other;
    if (one === '' || other === '') return one === '' ? -1 : 1;
    return compareIds(String(one), String(other));
  }
  return 0;
}

/** Returns whether no column of the sort order is nullable, which cursors require. */
export const supportsCursors = (list: ListDefinition, plan: Pick<ReadPlan, 'sortName'>): boolean =>
  plan.sortName === null ||
  [list.defaultSort?.name, list.key, ...(list.cursorFields ?? [])].includes(plan.sortName);

/** Matches the rows after a position. The SQL lets an index on the first column find the start. */
export function afterPosition(
  columns: readonly string[],
  values: readonly (string | number)[],
  asc: boolean,
): Condition {
  const [column = '1', ...columnsLeft] = columns;
  const [value = 1, ...valuesLeft] = values;
  const sign = asc ? '>' : '<';
  if (columnsLeft.length === 0) return { sql: `${column} ${sign} ?`, params: [value] };
  const rest = afterPosition(columnsLeft, valuesLeft, asc);
  return {
    sql: `${column} ${sign}= ? AND (${column} ${sign} ? OR (${rest.sql}))`,
    params: [value, value, ...rest.params],
  };
}
