import { compareEvents } from '../../../shared/domain/journey';
import type { Tx } from '../../db/database';
import { isCreatedAt } from '../../platform/event-id';
import { select } from '../../db/statements';
import { groupBy } from '../../platform/group-by';
import type { ConversionEvent, IncomingEvent } from '../events/incoming-event';
import { ORDERED } from '../derive/orders';
import { isErased } from '../privacy/persons';

/** Returns the unique key of an event across all endpoints. */
export const keyOf = (event: IncomingEvent): string =>
  event.type === 'conversion' ? `${event.cvSettingId}:${event.id}` : `${event.type}:${event.id}`;

interface KnownKeys {
  /** Keys (see `keyOf`) of events that are already stored. */
  keys: Set<string>;
  /** Landing interactions whose id a click of this batch needs. */
  conflictingLandings: string[];
  /** Ids that a landing interaction of this batch can't use. */
  interactionIds: Set<string>;
}

/**
 * True if a redirect created the id for this very click, so it is new. Exceptions are a page view with the
 * same id, and a log that is read twice. The insert then fails, and the second attempt looks up all ids.
 */
const isOwnClick = (event: IncomingEvent): boolean =>
  event.type === 'click' && event.door === 'redirect' && isCreatedAt(event.id, event.time);

/** Finds the events of one product that are already stored; the first attempt skips ids of new clicks. */
export async function knownKeys(
  tx: Pick<Tx, 'query' | 'previousError'>,
  productId: number,
  events: readonly IncomingEvent[],
): Promise<KnownKeys> {
  const clicks = new Set<string>();
  const views = new Set<string>();
  const landings = new Set<string>();
  const conversions: ConversionEvent[] = [];
  const amendments = new Set<string>();
  for (const event of events) {
    if (event.type === 'conversion') conversions.push(event);
    else if (event.type === 'amendment') amendments.add(event.id);
    else if (event.type === 'view') views.add(event.id);
    else if (tx.previousError !== undefined || !isOwnClick(event)) clicks.add(event.id);
    if (event.type === 'view' && event.landingAdId !== null) landings.add(event.id);
  }
  const interactions = await select<{ id: string; door: string }>(tx)`SELECT id, door FROM interaction
    WHERE product_id = ${productId} AND id IN ${new Set([...clicks, ...landings])}`;
  const storedViews = await select<{ id: string }>(tx)`SELECT id FROM access
    WHERE product_id = ${productId} AND id IN ${views}`;
  const storedAmendments = await select<{ id: string }>(tx)`SELECT id FROM conversion_amendment
    WHERE product_id = ${productId} AND id IN ${amendments}`;
  return {
    keys: new Set([
      ...interactions.filter((row) => row.door !== 'landing').map((row) => `click:${row.id}`),
      ...storedViews.map((row) => `view:${row.id}`),
      ...storedAmendments.map((row) => `amendment:${row.id}`),
      ...(await knownConversions(tx, productId, conversions)),
    ]),
    conflictingLandings: interactions
      .filter((row) => row.door === 'landing' && clicks.has(row.id))
      .map((row) => row.id),
    interactionIds: new Set(interactions.map((row) => row.id)),
  };
}

async function knownConversions(
  tx: Pick<Tx, 'query'>,
  productId: number,
  events: readonly ConversionEvent[],
): Promise<string[]> {
  const keys: string[] = [];
  for (const [cvSettingId, group] of groupBy(events, (event) => event.cvSettingId)) {
    const rows = await select<{ event_id: string }>(tx)`SELECT event_id FROM conversion
      WHERE product_id = ${productId} AND cv_setting_id = ${cvSettingId}
      AND event_id IN ${new Set(group.map((event) => event.id))}`;
    keys.push(...rows.map((row) => `${cvSettingId}:${row.event_id}`));
  }
  const waiting = await select<{ event_key: string }>(tx)`SELECT event_key FROM waiting_event
    WHERE product_id = ${productId} AND event_key IN ${new Set(events.map(keyOf))}`;
  return [...keys, ...waiting.map((row) => row.event_key)];
}

/** Returns the interactions that conversions name instead of a visitor. */
export const interactionsNamed = (events: readonly ConversionEvent[]): string[] =>
  events.flatMap(({ visitorId, interactionRef }) => (visitorId === null && interactionRef) || []);

/** Finds the owners of interactions; skips erased persons. */
export async function ownersOf(
  tx: Pick<Tx, 'query'>,
  productId: number,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await select<{ id: string; visitor_id: string }>(tx)`SELECT id, visitor_id FROM interaction
    WHERE product_id = ${productId} AND id IN ${new Set(ids)}`;
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
  const naming = `product_id = ? AND user_id = ? AND ${ORDERED} AND by_user = 0`;
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
