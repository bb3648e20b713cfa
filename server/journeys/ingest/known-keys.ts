import type { Tx } from '../../db/database';
import type { ConversionEvent, IncomingEvent } from '../events/incoming-event';
import { isCreatedAt } from '../../platform/event-id';
import { selectIn } from '../../db/chunks';
import { groupBy } from '../../platform/group-by';

/** Returns the unique key of an event across all endpoints. */
export function keyOf(event: IncomingEvent): string {
  return event.type === 'conversion' ? `${event.cvSettingId}:${event.id}` : `${event.type}:${event.id}`;
}

export interface KnownKeys {
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
  tx: Pick<Tx, 'query' | 'isRetry'>,
  productId: number,
  events: readonly IncomingEvent[],
): Promise<KnownKeys> {
  const clicks = new Set<string>();
  const views = new Set<string>();
  const landings = new Set<string>();
  const conversions: ConversionEvent[] = [];
  for (const event of events) {
    if (event.type === 'conversion') conversions.push(event);
    else if (event.type === 'view') views.add(event.id);
    else if (tx.isRetry || !isOwnClick(event)) clicks.add(event.id);
    if (event.type === 'view' && event.landingAdId !== null) landings.add(event.id);
  }
  const interactions = await selectIn<{ id: string; access_id: string | null }>(
    tx,
    'SELECT id, access_id FROM interaction WHERE product_id = ? AND id IN',
    [productId],
    [...new Set([...clicks, ...landings])],
  );
  const storedViews = await selectIn<{ id: string }>(
    tx,
    'SELECT id FROM access WHERE product_id = ? AND id IN',
    [productId],
    [...views],
  );
  return {
    keys: new Set([
      ...interactions.filter((row) => row.access_id === null).map((row) => `click:${row.id}`),
      ...storedViews.map((row) => `view:${row.id}`),
      ...(await knownConversions(tx, productId, conversions)),
    ]),
    conflictingLandings: interactions
      .filter((row) => row.access_id !== null && clicks.has(row.id))
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
    const rows = await selectIn<{ event_id: string }>(
      tx,
      'SELECT event_id FROM conversion WHERE product_id = ? AND cv_setting_id = ? AND event_id IN',
      [productId, cvSettingId],
      [...new Set(group.map((event) => event.id))],
    );
    keys.push(...rows.map((row) => `${cvSettingId}:${row.event_id}`));
  }
  return keys;
}
