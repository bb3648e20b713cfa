import { createHash } from 'node:crypto';
import { orderValue } from '../../../shared/domain/orders';
import { APPROVAL_OF } from '../../../shared/catalog/postback-source';
import { clickIdNames, NETWORK_CLICK_ID } from '../../../shared/domain/click-ids';
import { insertRows, type Tx } from '../../db/database';
import { select } from '../../db/statements';
import { groupBy } from '../../platform/group-by';
import { newEventId } from '../../platform/event-id';
import { isErased } from '../privacy/persons';
import { CLICK_KEY_OF, clickKey } from './click-keys';
import type { CurrentSettings } from './current-settings';
import { keyOf } from './known-keys';
import type {
  AmendmentEvent,
  ConversionEvent,
  IncomingEvent,
  PostbackReport,
} from '../events/incoming-event';

/** A conversion as it is stored, and its visitor; undefined if the event names none that is known. */
interface Named {
  readonly named: ConversionEvent;
  readonly visitorId: string | undefined;
}

/**
 * Finds the earliest interaction with a click id, by (time, id). An id whose kind is unknown may be any of
 * them.
 */
async function interactionOfClickId(
  tx: Pick<Tx, 'query'>,
  productId: number,
  { name, value }: NonNullable<PostbackReport['clickId']>,
): Promise<{ id: string; visitor_id: string } | undefined> {
  const keys = (name === null ? [NETWORK_CLICK_ID, ...clickIdNames] : [name]).map((one) =>
    clickKey(one, value),
  );
  const [row] = await select<{ id: string; visitor_id: string }>(
    tx,
  )`SELECT e.id, e.visitor_id FROM click_key k
    JOIN interaction e ON e.product_id = k.product_id AND e.id = k.event_id
    WHERE k.product_id = ${productId} AND k.click_key IN ${keys} AND k.kind <> ${CLICK_KEY_OF.VIEW}
    AND e.excluded_reason IS NULL ORDER BY e.time, e.id LIMIT 1`;
  return row && !isErased(row.visitor_id) ? row : undefined;
}

/** Returns the id of the visitor that a conversion without any known visitor has for itself. */
const ownVisitor = ({ cvSettingId, id }: ConversionEvent): string =>
  `postback-${createHash('sha256').update(`${cvSettingId} ${id}`).digest('hex').slice(0, 32)}`;

/**
 * Finds the visitor of a conversion: its own, that of its interaction, or its customer's. A postback may also
 * have a click id, and is direct if none of them is known.
 *
 * @param owners visitors of stored interactions
 * @param customer finds the visitor of the customer's other conversions
 * @param mayWait whether a postback waits for a click that it names
 */
export async function nameVisitor(
  tx: Pick<Tx, 'query'>,
  event: ConversionEvent,
  owners: ReadonlyMap<string, string>,
  customer: () => Promise<string | undefined>,
  mayWait: boolean,
): Promise<Named> {
  const { visitorId, interactionRef, postback, userId } = event;
  if (visitorId !== null) return { named: event, visitorId };
  const owner = interactionRef === null ? undefined : owners.get(interactionRef);
  if (owner !== undefined || (!postback && interactionRef !== null))
    return { named: event, visitorId: owner };
  if (!postback) return { named: event, visitorId: await customer() };
  const click = postback.clickId && (await interactionOfClickId(tx, event.productId, postback.clickId));
  if (click) return { named: { ...event, interactionRef: click.id }, visitorId: click.visitor_id };
  if (mayWait && (interactionRef !== null || postback.clickId)) return { named: event, visitorId: undefined };
  const own = ownVisitor(event);
  // Without a visitor and an interaction, the row follows the customer's other conversions, later ones too.
  if (userId !== null)
    return { named: { ...event, interactionRef: null }, visitorId: (await customer()) ?? own };
  return { named: { ...event, interactionRef: null, visitorId: own }, visitorId: own };
}

/** Gives a postback its order as the argument that the CV setting names, so that it meets the tag's. */
export function withOrder(event: ConversionEvent, orderKey: string | null): ConversionEvent {
  const order = event.postback?.order;
  return order == null
    ? event
    : { ...event, args: new URLSearchParams({ [orderKey ?? 'order']: order }).toString() };
}

interface CancellableRow {
  cv_setting_id: number;
  event_id: string;
  cancelled: number;
}

/**
 * Returns the amendments that postbacks ask for: a cancellation, or its end by another status. A conversion
 * in the wanted state needs none. For a duplicate of an order, the first conversion decides.
 */
export async function cancellationsOf(
  tx: Pick<Tx, 'query'>,
  productId: number,
  events: readonly IncomingEvent[],
  settings: CurrentSettings['cvSettings'],
  now: number,
): Promise<AmendmentEvent[]> {
  const reports = events
    .filter((event) => event.type === 'conversion')
    .filter(({ postback }) => postback?.status);
  const cancelled = new Map<string, boolean>();
  for (const [cvSettingId, group] of groupBy(reports, (event) => event.cvSettingId)) {
    const ids = [...new Set(group.map(({ id }) => id))];
    for (const row of await select<CancellableRow>(tx)`SELECT c.cv_setting_id, c.event_id,
      COALESCE(f.cancelled, c.cancelled) AS cancelled FROM conversion c
      LEFT JOIN conversion f ON f.product_id = c.product_id AND f.cv_setting_id = c.cv_setting_id
      AND f.event_id = c.duplicate_of WHERE c.product_id = ${productId} AND c.cv_setting_id = ${cvSettingId}
      AND c.event_id IN ${ids}`)
      cancelled.set(`${row.cv_setting_id}:${row.event_id}`, Number(row.cancelled) === 1);
  }
  return reports.flatMap((event, index): AmendmentEvent[] => {
    const wanted = event.postback?.status === 'cancelled';
    if ((cancelled.get(keyOf(event)) ?? false) === wanted) return [];
    cancelled.set(keyOf(event), wanted);
    const order = settings.get(event.cvSettingId)?.orderKey ? orderValue(event.postback?.order) : null;
    return [
      {
        type: 'amendment',
        productId,
        id: newEventId(now),
        door: 'postback',
        visitorId: null,
        ip: null,
        ua: null,
        // Of two in one batch, the later one decides.
        time: now + index,
        conversionId: order === null ? event.id : null,
        order,
        cvSettingId: event.cvSettingId,
        amount: null,
        cancelled: wanted,
        reason: event.postback?.source ?? null,
        authorId: null,
      },
    ];
  });
}

const COLUMNS = ['product_id', 'cv_setting_id', 'event_id', 'status', 'source', 'reported_at'] as const;

/** Queues the statuses that postbacks report for the results of their conversions, repeated ones included. */
export async function queueStatuses(tx: Tx, events: readonly IncomingEvent[], now: number): Promise<void> {
  const rows = events.flatMap((event) => {
    if (event.type !== 'conversion' || !event.postback?.status) return [];
    const { productId, cvSettingId, id, postback } = event;
    const { source, status } = postback;
    const approval = status && APPROVAL_OF[status];
    return approval === null ? [] : [[productId, cvSettingId, id, approval, source, now]];
  });
  await insertRows(tx, 'reported_status', COLUMNS, rows);
}
