import { compareEvents } from '../../../shared/domain/journey';
import type { Tx } from '../../db/database';
import type { ConversionEvent } from '../events/incoming-event';
import { isErased } from '../privacy/persons';
import { selectIn } from '../../db/chunks';

/** Finds the owners of interactions that conversions name instead of a visitor; skips erased persons. */
export async function ownersOf(
  tx: Pick<Tx, 'query'>,
  productId: number,
  events: readonly ConversionEvent[],
): Promise<Map<string, string>> {
  const ids = new Set<string>();
  for (const event of events) {
    if (event.visitorId === null && event.interactionRef !== null) ids.add(event.interactionRef);
  }
  const rows = await selectIn<{ id: string; visitor_id: string }>(
    tx,
    'SELECT id, visitor_id FROM interaction WHERE product_id = ? AND id IN',
    [productId],
    [...ids],
  );
  return new Map(rows.filter((row) => !isErased(row.visitor_id)).map((row) => [row.id, row.visitor_id]));
}

/** A conversion that names its own visitor. */
interface Naming {
  id: string;
  time: number;
  visitorId: string;
}

/**
 * Finds the visitor of a conversion that names only its customer. It is the visitor of the customer's latest
 * earlier conversion that names a visitor, or of the earliest one if the conversion arrives late. Searches
 * stored conversions and the batch. Undefined if the customer is unknown.
 */
export async function visitorOfCustomer(
  tx: Pick<Tx, 'query'>,
  event: ConversionEvent,
  batch: readonly Naming[],
): Promise<string | undefined> {
  const naming = 'product_id = ? AND user_id = ? AND excluded_reason IS NULL AND by_user = 0';
  const nearest = `SELECT COALESCE(MAX(CASE WHEN time <= ? THEN time END), MIN(time)) AS time FROM conversion WHERE ${naming}`;
  const [near] = await tx.query<{ time: number | null }>(nearest, [
    event.time,
    event.productId,
    event.userId,
  ]);
  const rows = await tx.query<{ event_id: string; time: number; visitor_id: string }>(
    `SELECT event_id, time, visitor_id FROM conversion WHERE ${naming} AND time = ?`,
    [event.productId, event.userId, near?.time ?? null],
  );
  const stored = rows.map((row) => ({ id: row.event_id, time: row.time, visitorId: row.visitor_id }));
  return nearestBefore([...batch, ...stored].sort(compareEvents), event.time)?.visitorId;
}

/** Returns the last element at or before a time, else the first one. */
export function nearestBefore<T extends { readonly time: number }>(
  ordered: readonly T[],
  time: number,
): T | undefined {
  return ordered.findLast((one) => one.time <= time) ?? ordered[0];
}
