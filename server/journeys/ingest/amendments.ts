import { CvType } from '../../../shared/catalog';
import { orderValue } from '../../../shared/domain/orders';
import { rejectionReason } from '../../../shared/i18n/rejections';
import { insertRows, type Tx } from '../../db/database';
import { select, sql } from '../../db/statements';
import { deriveOrders, isOrdered, ORDER_SQL, type OrderRow } from '../derive/orders';
import type { AmendmentEvent, Outcome } from '../events/incoming-event';
import { digestsOf, type Digests } from '../privacy/persons';
import { openFrom } from '../privacy/seal';
import type { StaleMarks } from '../stale';
import type { CurrentSettings } from './current-settings';

/**
 * Returns the digest of an order's value: it identifies the order on both databases byte for byte, and stays
 * when the arguments of an erased person are removed.
 */
export const orderDigest = (digests: Digests, value: string): string => digests.of('order', value);

const COLUMNS = [
  'product_id',
  'id',
  'time',
  'conversion_id',
  'cv_setting_id',
  'order_digest',
  'amount_sen',
  'cancelled',
  'reason',
  'door',
  'user_id',
  'stored_at',
] as const;

/** Finds the conversions that amendments name. */
class Targets {
  private constructor(
    private readonly rows: readonly OrderRow[],
    private readonly digests: Digests | undefined,
    private readonly settings: CurrentSettings,
  ) {}

  static async among(
    tx: Tx,
    productId: number,
    events: readonly AmendmentEvent[],
    settings: CurrentSettings,
  ): Promise<Targets> {
    const digests = await digestsOf(tx, productId);
    const rows: OrderRow[] = [];
    const ids = events.flatMap(({ conversionId }) => conversionId ?? []);
    const orders = events.flatMap(({ order }) =>
      order !== null && digests ? orderDigest(digests, order) : [],
    );
    for (const cvSettingId of settings.cvSettings.keys()) {
      for (const [column, values] of [
        ['event_id', ids],
        ['order_digest', orders],
      ] as const)
        rows.push(
          ...(await select<OrderRow>(tx)`${sql(ORDER_SQL)}
            WHERE product_id = ${productId} AND cv_setting_id = ${cvSettingId}
            AND ${sql(column)} IN ${new Set(values)}`),
        );
    }
    return new Targets(rows, digests, settings);
  }

  /** The digest of the order that an amendment names; null if it names a conversion. */
  digestOf({ order }: AmendmentEvent): string | null {
    return order !== null && this.digests ? orderDigest(this.digests, order) : null;
  }

  /** Returns the conversion, or the reason to reject the amendment. */
  find(event: AmendmentEvent): OrderRow | string {
    const { conversionId, cvSettingId } = event;
    const digest = this.digestOf(event);
    const matches = this.rows.filter((row) => {
      if (cvSettingId !== null && row.cv_setting_id !== cvSettingId) return false;
      return conversionId !== null
        ? row.event_id === conversionId
        : digest !== null && row.order_digest === digest && isOrdered(row.excluded_reason);
    });
    const settingIds = new Set(matches.map((row) => row.cv_setting_id));
    const lastIds = [...this.settings.cvSettings]
      .filter(([, { cvType }]) => cvType === CvType.LAST_CV)
      .map(([id]) => id);
    // Without a setting, the product's only LAST setting is meant, as for conversions.
    const chosen = settingIds.size > 1 && lastIds.length === 1 ? lastIds[0] : [...settingIds][0];
    const match = matches.find((row) => row.cv_setting_id === chosen);
    const field = conversionId === null ? 'order' : 'conversion_id';
    if (!match) return rejectionReason('unknownConversion', { field });
    if (settingIds.size > 1 && lastIds.length !== 1) return rejectionReason('ambiguousConversion', { field });
    return match;
  }
}

/**
 * Stores amendments of stored conversions and applies them. The first of an id wins. Their visitors are queued
 * too: transactions that amend one conversion at the same time don't see each other, and a later derivation
 * sees both.
 * @returns the outcome of each event
 */
export async function storeAmendments(
  tx: Tx,
  productId: number,
  events: readonly AmendmentEvent[],
  settings: CurrentSettings,
  stale: StaleMarks,
  now: number,
): Promise<Map<AmendmentEvent, Outcome>> {
  const outcomes = new Map<AmendmentEvent, Outcome>();
  if (events.length === 0) return outcomes;
  const targets = await Targets.among(tx, productId, events, settings);
  const taken = new Set<string>();
  const amended = new Map<number, OrderRow>();
  const rows: (string | number | null)[][] = [];
  for (const event of events) {
    const { id, time, amount, cancelled, reason, door, authorId } = event;
    const conversion = taken.has(id) ? undefined : targets.find(event);
    if (conversion === undefined) outcomes.set(event, { status: 'duplicate' });
    else if (typeof conversion === 'string') outcomes.set(event, { status: 'rejected', reason: conversion });
    else {
      taken.add(id);
      amended.set(conversion.id, conversion);
      const sen = amount === null ? null : Math.round(amount * 100);
      const flag = cancelled === null ? null : Number(cancelled);
      const target = [conversion.id, conversion.cv_setting_id, targets.digestOf(event)];
      rows.push([productId, id, time, ...target, sen, flag, reason, door, authorId, now]);
      outcomes.set(event, { status: 'accepted' });
    }
  }
  await insertRows(tx, 'conversion_amendment', COLUMNS, rows);
  const target = { tx, productId, stale, report: () => undefined };
  const judged = await deriveOrders(target, [...amended.values()], await openFrom(tx, productId));
  for (const { visitor_id: visitorId, time } of [...amended.values(), ...judged])
    stale.visitor(visitorId, time);
  return outcomes;
}

/** Returns the value of the argument that a CV setting names as the order. */
export const orderOf = (orderKey: string | null, args: string | null): string | null =>
  orderKey === null ? null : orderValue(new URLSearchParams(args ?? '').get(orderKey));
