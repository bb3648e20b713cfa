import type { Tx } from '../../db/database';
import type { ConversionEvent, IncomingEvent } from '../events/incoming-event';
import { isMadeAt } from '../../event-id';
import { selectIn } from '../sql/chunks';
import { groupBy } from '../sql/group-by';

/** The key under which an event is stored once, over all doors. */
export function keyOf(event: IncomingEvent): string {
  return event.type === 'conversion' ? `${event.cvSettingId}:${event.id}` : `${event.type}:${event.id}`;
}

export interface KnownKeys {
  /** Keys (see `keyOf`) of the events that are stored already. */
  keys: Set<string>;
  /** Ids of landing-made interactions that stand where a click of this batch must go. */
  landingsInTheWay: string[];
  /** Ids that a landing-made interaction of this batch can't take. */
  interactionIds: Set<string>;
}

/**
 * Whether a redirect made the id for this very click: nothing else bears it, short of a page that calls a view so, or a
 * log that is read twice. Then the insert fails, and the second try looks.
 */
const isOwnClick = (event: IncomingEvent): boolean =>
  event.type === 'click' && event.door === 'redirect' && isMadeAt(event.id, event.time);

/** Looks up which events of one product are stored already; on the first try, those of which that is possible. */
export async function knownKeys(
  tx: Pick<Tx, 'query' | 'again'>,
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
    else if (tx.again || !isOwnClick(event)) clicks.add(event.id);
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
    landingsInTheWay: interactions
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
