import { ExcludedReason } from '../../../shared/catalog';
import { amendedState, firstOfOrder, type Amendment } from '../../../shared/domain/orders';
import { groupBy } from '../../platform/group-by';
import { execute, select, sql, updateRows } from '../../db/statements';
import type { Tx } from '../../db/database';
import type { Target } from './changes';

/** Columns of `conversion` that decide about its order, and those that the order decides. */
export interface OrderRow {
  readonly id: number;
  readonly event_id: string;
  readonly cv_setting_id: number;
  readonly time: number;
  readonly day: number;
  readonly visitor_id: string;
  readonly order_digest: string | null;
  readonly results_made_at: number | null;
  readonly excluded_reason: string | null;
  readonly duplicate_of: string | null;
  readonly amended_sen: number | null;
  readonly cancelled: number;
}

const DERIVED = ['excluded_reason', 'duplicate_of', 'amended_sen', 'cancelled'] as const;
type Derived = Pick<OrderRow, (typeof DERIVED)[number]>;

export const ORDER_SQL = `SELECT id, event_id, cv_setting_id, time, day, visitor_id, order_digest, results_made_at,
    ${DERIVED.join(', ')}
  FROM conversion`;

/** Returns whether a conversion takes part in its order: other excluded events use up no order. */
export const isOrdered = (excludedReason: string | null): boolean =>
  excludedReason === null || excludedReason === ExcludedReason.DUPLICATE_ORDER;

/** SQL of the same, for conversions that identify a customer's visitor. */
export const ORDERED = `(excluded_reason IS NULL OR excluded_reason = '${ExcludedReason.DUPLICATE_ORDER}')`;

/**
 * Reads the complete orders of these conversions. A conversion without an order, or an excluded one, stands
 * alone.
 */
async function ordersOf(tx: Tx, productId: number, rows: readonly OrderRow[]): Promise<OrderRow[][]> {
  const numbered = rows.filter(({ order_digest }) => order_digest !== null);
  const members: OrderRow[] = [];
  for (const [cvSettingId, group] of groupBy(numbered, (row) => row.cv_setting_id))
    members.push(
      ...(await select<OrderRow>(tx)`${sql(ORDER_SQL)}
        WHERE product_id = ${productId} AND cv_setting_id = ${cvSettingId}
        AND order_digest IN ${new Set(group.map(({ order_digest }) => order_digest))}`),
    );
  const alone = [
    ...rows.filter(({ order_digest }) => order_digest === null),
    ...members.filter(({ excluded_reason }) => !isOrdered(excluded_reason)),
  ];
  const orders = groupBy(
    members.filter(({ excluded_reason }) => isOrdered(excluded_reason)),
    ({ cv_setting_id, order_digest }) => `${cv_setting_id} ${order_digest}`,
  );
  return [...alone.map((row) => [row]), ...orders.values()];
}

interface AmendmentRow {
  readonly id: string;
  readonly time: number;
  readonly conversion_id: number;
  readonly cv_setting_id: number;
  readonly order_digest: string | null;
  readonly amount_sen: number | null;
  readonly cancelled: number | null;
}

const AMENDMENT_SQL =
  'SELECT id, time, conversion_id, cv_setting_id, order_digest, amount_sen, cancelled FROM conversion_amendment';

/** Reads the amendments that name one of these conversions or their orders. */
async function amendmentsOf(
  tx: Tx,
  productId: number,
  orders: readonly OrderRow[][],
): Promise<(order: readonly OrderRow[]) => Amendment[]> {
  const rows = orders.flat();
  const digests = new Set(rows.flatMap(({ order_digest }) => order_digest ?? []));
  const found = [
    ...(await select<AmendmentRow>(tx)`${sql(AMENDMENT_SQL)}
      WHERE conversion_id IN ${rows.map(({ id }) => id)}`),
    ...(await select<AmendmentRow>(tx)`${sql(AMENDMENT_SQL)}
      WHERE product_id = ${productId} AND order_digest IN ${digests}`),
  ];
  const byConversion = groupBy(found, ({ conversion_id }) => conversion_id);
  const byOrder = groupBy(found, ({ cv_setting_id, order_digest }) => `${cv_setting_id} ${order_digest}`);
  return (order) => {
    const [first] = order;
    const named = order.flatMap(({ id }) => byConversion.get(id) ?? []);
    const ofOrder =
      first && first.order_digest !== null && isOrdered(first.excluded_reason)
        ? (byOrder.get(`${first.cv_setting_id} ${first.order_digest}`) ?? [])
        : [];
    return [...named, ...ofOrder].map(({ id, time, amount_sen: amount, cancelled }) => ({
      id,
      time,
      amount,
      cancelled: cancelled === null ? null : Boolean(cancelled),
    }));
  };
}

/**
 * Returns the derived columns of an order's conversions: all but the first are duplicates, and all share its
 * state.
 */
function derivedOf(order: readonly OrderRow[], amendments: readonly Amendment[]): Map<OrderRow, Derived> {
  const first = firstOfOrder(order.map((row) => ({ row, id: row.event_id, time: row.time })))?.row;
  const { amount, cancelled } = amendedState(amendments);
  const state = { amended_sen: amount, cancelled: cancelled ? 1 : 0 };
  const placeOf = (row: OrderRow): Pick<Derived, 'excluded_reason' | 'duplicate_of'> => {
    if (!isOrdered(row.excluded_reason)) return { excluded_reason: row.excluded_reason, duplicate_of: null };
    return row === first
      ? { excluded_reason: null, duplicate_of: null }
      : { excluded_reason: ExcludedReason.DUPLICATE_ORDER, duplicate_of: first?.event_id ?? null };
  };
  return new Map(order.map((row) => [row, { ...state, ...placeOf(row) }] as const));
}

/** Queues duplicates whose results were made while they counted: the results sweep rejects those. */
async function queueDuplicates(tx: Tx, rows: readonly OrderRow[], now: number): Promise<void> {
  const made = rows.filter(({ results_made_at }) => results_made_at !== null);
  await execute(tx)`INSERT INTO result_due
    (product_id, hold, cv_time, event_id, cv_setting_id, visitor_id, user_id, untold, stored_at)
    SELECT c.product_id, '', c.time, c.event_id, c.cv_setting_id, c.visitor_id, c.user_id, NULL, ${now}
    FROM conversion c WHERE c.id IN ${made.map(({ id }) => id)} AND NOT EXISTS
    (SELECT 1 FROM result_due d WHERE d.product_id = c.product_id AND d.hold = '' AND d.cv_time = c.time
    AND d.event_id = c.event_id AND d.cv_setting_id = c.cv_setting_id)`;
}

/**
 * Decides which conversion of each order counts and applies its amendments (domain.md 8.5 and 8.6). Looks at
 * complete orders, so the result depends neither on the order of arrival nor on the visitor that is derived.
 * Writes only rows that differ and marks their days.
 *
 * @param openFrom conversions before this instant are sealed: they stay first or duplicate
 * @returns the conversions that began or ceased to count; their visitors must be derived
 */
export async function deriveOrders(
  target: Target,
  rows: readonly OrderRow[],
  openFrom = -Infinity,
): Promise<OrderRow[]> {
  if (rows.length === 0) return [];
  const { tx, productId, stale, report } = target;
  const orders = await ordersOf(tx, productId, rows);
  const amendments = await amendmentsOf(tx, productId, orders);
  const changed: { row: OrderRow; due: Derived }[] = [];
  for (const order of orders) {
    for (const [row, derived] of derivedOf(order, amendments(order))) {
      const due =
        row.time < openFrom
          ? { ...derived, excluded_reason: row.excluded_reason, duplicate_of: row.duplicate_of }
          : derived;
      if (DERIVED.some((column) => row[column] !== due[column])) changed.push({ row, due });
    }
  }
  const updates = changed.map(({ row, due }) => ({ key: row.id, values: due }));
  await updateRows(tx, 'conversion', DERIVED, productId, updates);
  for (const { row } of changed) {
    stale.day(row.day);
    report({ table: 'conversion', id: row.event_id, day: row.day });
  }
  // What ad platforms got of them is decided again.
  const due = changed.map(({ row }) => row.id);
  await execute(tx)`UPDATE conversion_send SET due_at = ${Date.now()} WHERE conversion_id IN ${due}`;
  const judged = changed.filter(({ row, due }) => row.excluded_reason !== due.excluded_reason);
  await queueDuplicates(
    tx,
    judged.filter(({ due }) => due.excluded_reason !== null).map(({ row }) => row),
    Date.now(),
  );
  return judged.map(({ row }) => row);
}

/**
 * Reads the conversions of visitors that belong to an order or were amended.
 * @param visitors visitor id -> epoch milliseconds of its first change
 */
export async function orderedConversions(
  tx: Tx,
  productId: number,
  visitors: ReadonlyMap<string, number>,
): Promise<OrderRow[]> {
  const rows = await select<OrderRow>(tx)`${sql(ORDER_SQL)} WHERE product_id = ${productId}
    AND visitor_id IN ${visitors.keys()} AND (order_digest IS NOT NULL OR duplicate_of IS NOT NULL
    OR amended_sen IS NOT NULL OR cancelled = 1 OR EXISTS (SELECT 1 FROM conversion_amendment m
    WHERE m.conversion_id = conversion.id))`;
  return rows.filter(({ time, visitor_id }) => time >= (visitors.get(visitor_id) ?? -Infinity));
}
