import { compareEvents, customerKey, DAY_MS, deriveRepeats } from '../../../shared/domain/journey';
import { groupBy } from '../../platform/group-by';
import type { Tx } from '../../db/database';
import { select, sql } from '../../db/statements';
import { nearestBefore } from '../ingest/known-keys';
import {
  CONVERSION_SQL,
  TOUCH_SQL,
  type ConversionRow,
  type NewConversionRow,
  type TouchRow,
} from './histories';
import type { Acquisition } from './complete-visitors';
import { isOrdered } from './orders';
import { touchOf, type Touch } from './visitor-journey';

/** A conversion that names only its customer and belongs to another visitor than stored. */
export interface MovedConversion {
  row: ConversionRow;
  visitorId: string;
}

/**
 * Assigns a visitor to each conversion that names only its customer. It is the visitor of the customer's
 * latest earlier conversion that names a visitor, or of the earliest one if all are later. That conversion
 * may have been handed over, or may have arrived later. A duplicate of an order names its visitor too.
 *
 * @param rows all conversions of the affected customers, including excluded ones
 * @param openFrom conversions before this instant are sealed and stay
 * @returns all conversions with their visitors, and those that move
 */
function followCustomer(
  rows: readonly ConversionRow[],
  openFrom = -Infinity,
): { conversions: ConversionRow[]; moved: MovedConversion[] } {
  if (!rows.some((row) => row.by_user)) return { conversions: [...rows], moved: [] };
  const naming = groupBy(
    rows.filter((row) => row.user_id !== null && !row.by_user && isOrdered(row.excluded_reason)),
    (row) => row.user_id,
  );
  const order = (row: ConversionRow) => ({ id: row.event_id, time: row.time });
  for (const list of naming.values()) list.sort((a, b) => compareEvents(order(a), order(b)));
  const moved: MovedConversion[] = [];
  const conversions = rows.map((row) => {
    if (!row.by_user || row.time < openFrom) return row;
    // If no such conversion is left (excluded since), the visitor stays.
    const visitorId = nearestBefore(naming.get(row.user_id) ?? [], row.time)?.visitor_id ?? row.visitor_id;
    if (visitorId === row.visitor_id) return row;
    const follower = { ...row, visitor_id: visitorId };
    moved.push({ row, visitorId });
    return follower;
  });
  return { conversions, moved };
}

/** A conversion to evaluate, with the time of its customer's previous LAST conversion. */
export interface DueConversion<R extends NewConversionRow> {
  row: R;
  previousTime: number | null;
  acquisition: Acquisition<R>;
}

/** One customer's conversions to evaluate, and the visitors whose interactions form their paths. */
export interface Customer<R extends NewConversionRow = ConversionRow> {
  due: DueConversion<R>[];
  /** Time of the customer's first conversion with each visitor; they are linked from then on. */
  linkedSince: Map<string, number>;
}

interface AffectedConversions {
  customers: Customer[];
  /** Excluded conversions; their derived columns must be empty. */
  excluded: ConversionRow[];
  moved: MovedConversion[];
}

type OwnConversion = Pick<ConversionRow, 'visitor_id' | 'user_id' | 'time'>;

/**
 * Finds the customers that a change of the visitors affects, and since when. A customer is affected through a
 * conversion with the visitor: if the visitor's interactions changed, or if the conversion is not older than
 * the change. A page view alone affects no customer.
 */
async function affectedCustomers(
  tx: Tx,
  productId: number,
  visitors: ReadonlyMap<string, number>,
  changed: ReadonlySet<string>,
) {
  // Includes excluded conversions: such a conversion may have linked the visitor until now.
  const own = await select<OwnConversion>(tx)`SELECT visitor_id, user_id, time FROM conversion
    WHERE product_id = ${productId} AND visitor_id IN ${visitors.keys()}`;
  const users = new Map<string, number>();
  const alone = new Map<string, number>();
  for (const { visitor_id, user_id, time } of own) {
    const since = visitors.get(visitor_id) ?? -Infinity;
    if (time < since && (user_id === null || !changed.has(visitor_id))) continue;
    if (user_id === null) alone.set(visitor_id, since);
    else users.set(user_id, Math.min(users.get(user_id) ?? since, since));
  }
  const last = await select<{ user_id: string; time: number }>(tx)`SELECT user_id, MAX(time) AS time
    FROM conversion WHERE product_id = ${productId} AND user_id IN ${users.keys()} GROUP BY user_id`;
  for (const { user_id, time } of last) if (time < (users.get(user_id) ?? -Infinity)) users.delete(user_id);
  return { users, alone };
}

/** @param conversions all counted conversions of one customer. Those from `since` on are due. */
export function customerOf<R extends NewConversionRow>(
  conversions: readonly R[],
  since: number,
): Customer<R> {
  const linkedSince = new Map<string, number>();
  for (const row of conversions) {
    const known = linkedSince.get(row.visitor_id);
    if (known === undefined || row.time < known) linkedSince.set(row.visitor_id, row.time);
  }
  const repeats = deriveRepeats(
    conversions.map((row) => ({
      row,
      id: row.event_id,
      time: row.time,
      cvSettingId: row.cv_setting_id,
      isLast: row.cv_type === 1,
    })),
  );
  const [first, ...later] = repeats.flatMap(({ conversion }) => (conversion.isLast ? [conversion] : []));
  const laterDays = [...new Set(later.map(({ row }) => row.day))];
  const due = repeats
    .filter(({ conversion }) => conversion.time >= since)
    .map(({ conversion, previousLastTime, acquiring }) => ({
      row: conversion.row,
      previousTime: previousLastTime,
      acquisition: {
        by: conversion.isLast ? (acquiring?.row ?? null) : null,
        laterDays: conversion === first ? laterDays : [],
      },
    }));
  return { due, linkedSince };
}

/**
 * Finds every conversion that a change of the given visitors can affect: their own and those of linked
 * customers, from the earliest change on.
 *
 * @param visitors visitor id -> epoch milliseconds of its first change
 * @param changed visitors whose counted interactions changed
 * @param openFrom conversions before this instant are sealed
 */
export async function affectedConversions(
  tx: Tx,
  productId: number,
  visitors: ReadonlyMap<string, number>,
  changed: ReadonlySet<string>,
  openFrom = -Infinity,
): Promise<AffectedConversions> {
  const { users, alone } = await affectedCustomers(tx, productId, visitors, changed);
  const load = (column: string, ids: Iterable<string>, tail = '') =>
    select<ConversionRow>(tx)`${sql(CONVERSION_SQL)}
      WHERE product_id = ${productId} AND ${sql(column)} IN ${ids} ${sql(tail)}`;
  const rows = [
    ...(await load('visitor_id', alone.keys(), 'AND user_id IS NULL')),
    ...(await load('user_id', users.keys())),
  ];
  const { conversions, moved } = followCustomer(rows, openFrom);
  const excluded = conversions.filter((row) => row.excluded_reason !== null && row.time >= openFrom);
  // A conversion may have followed a later one, so it may be older than the change.
  const movedSince = new Map<string | null, number>();
  for (const { row } of moved)
    movedSince.set(row.user_id, Math.min(movedSince.get(row.user_id) ?? Infinity, row.time));
  const groups = groupBy(
    conversions.filter((row) => row.excluded_reason === null),
    (row) => customerKey(row.visitor_id, row.user_id),
  );
  const customers = [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { user_id, visitor_id } = first;
    const changedSince = (user_id === null ? alone.get(visitor_id) : users.get(user_id)) ?? -Infinity;
    const since = Math.min(changedSince, movedSince.get(user_id) ?? Infinity);
    return customerOf(group, Math.max(since, openFrom));
  });
  return { customers: customers.filter((customer) => customer.due.length > 0), excluded, moved };
}

/**
 * Reads the counted interactions that can occur in a path of these customers' due conversions, and the later ones,
 * oldest first, grouped by visitor.
 */
export async function loadTouches(
  tx: Tx,
  productId: number,
  customers: readonly Customer[],
): Promise<Map<string, Touch[]>> {
  const visitorIds = new Set<string>();
  let from = Infinity;
  for (const { due, linkedSince } of customers) {
    for (const id of linkedSince.keys()) visitorIds.add(id);
    for (const { row } of due) from = Math.min(from, row.time - row.tracking_term * DAY_MS);
  }
  if (visitorIds.size === 0) return new Map();
  const rows = await select<TouchRow>(tx)`${sql(TOUCH_SQL)}
    WHERE product_id = ${productId} AND visitor_id IN ${visitorIds} AND time >= ${from} AND counted = 1`;
  return groupBy(rows.map(touchOf), (touch) => touch.row.visitor_id);
}
