import { customerKey, DAY_MS, deriveRepeats } from '../../../shared/domain/journey';
import type { Tx } from '../../db/database';
import { selectIn } from '../sql/chunks';
import { groupBy } from '../sql/group-by';
import { followCustomer, type MovedConversion } from './follow-customer';
import { touchOf, type Touch } from './conversion-path';
import { CONVERSION_SQL, TOUCH_SQL, type ConversionRow, type TouchRow } from './rows';

/** A conversion to evaluate, with the time of its customer's previous LAST conversion. */
export interface DueConversion {
  row: ConversionRow;
  previousTime: number | null;
}

/** One customer's conversions to evaluate and what their paths are made of. */
export interface Customer {
  due: DueConversion[];
  /** Instant of the customer's first conversion with each visitor: from then on they are linked. */
  linkedSince: Map<string, number>;
}

export interface AffectedConversions {
  customers: Customer[];
  /** Excluded ones: they must say nothing. */
  excluded: ConversionRow[];
  moved: MovedConversion[];
}

/** Conversions of the visitors and of every customer id that these visitors have one with. */
async function loadConversions(tx: Tx, productId: number, visitorIds: readonly string[]) {
  const own = await selectIn<ConversionRow>(
    tx,
    `${CONVERSION_SQL} WHERE product_id = ? AND visitor_id IN`,
    [productId],
    visitorIds,
  );
  // Excluded ones too: such a conversion may have linked the visitor until now.
  const userIds = new Set(own.map((row) => row.user_id).filter((id) => id !== null));
  const ofUsers = await selectIn<ConversionRow>(
    tx,
    `${CONVERSION_SQL} WHERE product_id = ? AND user_id IN`,
    [productId],
    [...userIds],
  );
  return { own, all: [...own.filter((row) => row.user_id === null), ...ofUsers] };
}

function customerOf(conversions: readonly ConversionRow[], since: number): Customer {
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
  const due = repeats
    .filter(({ conversion }) => conversion.time >= since)
    .map(({ conversion, previousLastTime }) => ({ row: conversion.row, previousTime: previousLastTime }));
  return { due, linkedSince };
}

/**
 * Finds every conversion that a change of the given visitors can concern: their own and those of
 * the customers they are linked to, from the earliest change on.
 */
export async function affectedConversions(
  tx: Tx,
  productId: number,
  visitors: ReadonlyMap<string, number>,
): Promise<AffectedConversions> {
  const { own, all } = await loadConversions(tx, productId, [...visitors.keys()]);
  const since = new Map<string, number>();
  for (const row of own) {
    const key = customerKey(row.visitor_id, row.user_id);
    since.set(key, Math.min(since.get(key) ?? Infinity, visitors.get(row.visitor_id) ?? Infinity));
  }
  const { conversions, moved } = followCustomer(all);
  const excluded: ConversionRow[] = [];
  const counting: ConversionRow[] = [];
  for (const row of conversions) (row.excluded_reason === null ? counting : excluded).push(row);
  const groups = groupBy(counting, (row) => customerKey(row.visitor_id, row.user_id));
  const customers = [...groups].map(([key, rows]) => customerOf(rows, since.get(key) ?? -Infinity));
  return { customers: customers.filter((customer) => customer.due.length > 0), excluded, moved };
}

/**
 * Reads the counted interactions of all linked visitors that can stand in a path of these
 * customers' due conversions, oldest first, by visitor.
 */
export async function loadTouches(
  tx: Tx,
  productId: number,
  customers: readonly Customer[],
): Promise<Map<string, Touch[]>> {
  const visitorIds = new Set<string>();
  let from = Infinity;
  let to = -Infinity;
  for (const { due, linkedSince } of customers) {
    for (const id of linkedSince.keys()) visitorIds.add(id);
    for (const { row } of due) {
      from = Math.min(from, row.time - row.tracking_term * DAY_MS);
      to = Math.max(to, row.time);
    }
  }
  if (visitorIds.size === 0) return new Map();
  const rows = await selectIn<TouchRow>(
    tx,
    `${TOUCH_SQL} WHERE product_id = ? AND visitor_id IN`,
    [productId],
    [...visitorIds],
    'AND time >= ? AND time <= ? AND counted = 1',
    [from, to],
  );
  return groupBy(rows.map(touchOf), (touch) => touch.row.visitor_id);
}
