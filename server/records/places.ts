import { badInput, type FailureMessage } from '../auth/failure';
import type { Condition } from './condition';
import { behind, isSteady, orderColumns } from './keyset';
import type { ListArgs } from './list-args';
import type { ListQuery } from './list-query';
import type { ListSpec } from './list-spec';

/** The values of a row in its order: where it stands. */
export type Place = readonly (string | number)[];

/** As `before`, the place behind the last row: the page that ends there is the last one. */
const END = 'end';

/** Where a page begins or ends, if not by its number. */
export interface Jump {
  readonly by: 'after' | 'before' | 'at' | 'end';
  readonly where: Condition;
}

/** Behind or before which place a page lies; none: it is the last one. */
export interface Step {
  readonly by: 'after' | 'before' | 'end';
  readonly place: Place | null;
}

type Order = Pick<ListQuery, 'sortName' | 'asc'>;

/** The columns of an order, and whether a place in it can be told by their values. */
export interface PlacedOrder extends Order {
  readonly columns: readonly string[];
  readonly steady: boolean;
}

/** A place as it goes out: it holds in the order that it was made in. */
export const placeText = ({ sortName, asc }: Order, place: Place): string =>
  Buffer.from(JSON.stringify([sortName, asc, ...place])).toString('base64url');

const isValue = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';
const ANY: Condition = { sql: '1 = 1', params: [] };
const WRONG: FailureMessage = { key: 'invalidInput' };

function parsed(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** @throws BAD_USER_INPUT when it is no place of this order */
function placeOf(name: 'after' | 'before', text: string, order: Order, width: number): Place {
  const [sortName, asc, ...values] = parsed(text);
  if (sortName !== order.sortName || asc !== order.asc || values.length !== width || !values.every(isValue))
    throw badInput({ [name]: WRONG });
  return values;
}

/**
 * Reads behind or before which place a page lies; null when it is told by its number.
 * @throws BAD_USER_INPUT when both are given, or the order has no places
 */
export function stepOf(order: PlacedOrder, args: Pick<ListArgs, 'after' | 'before'>): Step | null {
  const [by, second] = (['after', 'before'] as const).filter(
    (name) => args[name] != null && args[name] !== '',
  );
  if (by === undefined) return null;
  if (second !== undefined) throw badInput({ [second]: WRONG });
  if (!order.steady) throw badInput({ sortName: { key: 'noPlaces' } });
  if (args[by] === END && by === 'before') return { by: 'end', place: null };
  return { by, place: placeOf(by, String(args[by]), order, order.columns.length) };
}

/**
 * Reads where a page of a list begins or ends; null when it is told by its number.
 * @throws BAD_USER_INPUT when several are given, or the order has no places
 */
export function jumpOf(
  spec: ListSpec,
  query: ListQuery,
  args: Pick<ListArgs, 'after' | 'before' | 'at'>,
): Jump | null {
  const { sortName, asc } = query;
  const order: PlacedOrder = {
    sortName,
    asc,
    columns: orderColumns(spec, query),
    steady: isSteady(spec, query),
  };
  if (args.at == null) {
    const step = stepOf(order, args);
    return (
      step && {
        by: step.by,
        where: step.place ? behind(order.columns, step.place, step.by === 'after' ? asc : !asc) : ANY,
      }
    );
  }
  if (args.after || args.before) throw badInput({ at: WRONG });
  if (!order.steady || sortName !== spec.defaultSort?.name) throw badInput({ sortName: { key: 'noPlaces' } });
  return { by: 'at', where: { sql: `${spec.time} ${asc ? '>=' : '<='} ?`, params: [args.at.getTime()] } };
}
