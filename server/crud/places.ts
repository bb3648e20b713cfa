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

type Order = Pick<ListQuery, 'sortName' | 'asc'>;

/** A place as it goes out: it holds in the order that it was made in. */
export const placeText = ({ sortName, asc }: Order, place: Place): string =>
  Buffer.from(JSON.stringify([sortName, asc, ...place])).toString('base64url');

const isValue = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';
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
  if (sortName !== order.sortName || asc !== order.asc || values.length !== width || !values.every(isValue)) throw badInput({ [name]: WRONG });
  return values;
}

/**
 * Reads where a page begins or ends; null when it is told by its number.
 * @throws BAD_USER_INPUT when several are given, or the order has no places
 */
export function jumpOf(spec: ListSpec, query: ListQuery, args: Pick<ListArgs, 'after' | 'before' | 'at'>): Jump | null {
  const given = (['after', 'before', 'at'] as const).filter((name) => args[name] != null && args[name] !== '');
  const [by, second] = given;
  if (by === undefined) return null;
  if (second !== undefined) throw badInput({ [second]: WRONG });
  if (!isSteady(spec, query) || (by === 'at' && query.sortName !== spec.defaultSort?.name)) throw badInput({ sortName: { key: 'noPlaces' } });
  if (by === 'at') return { by, where: { sql: `${spec.time} ${query.asc ? '>=' : '<='} ?`, params: [args.at?.getTime() ?? 0] } };
  if (args[by] === END && by === 'before') return { by: 'end', where: { sql: '1 = 1', params: [] } };
  const columns = orderColumns(spec, query);
  const place = placeOf(by, String(args[by]), query, columns.length);
  return { by, where: behind(columns, place, by === 'after' ? query.asc : !query.asc) };
}
