import { createHash } from 'node:crypto';
import type { SendWhen } from '../../../shared/catalog';
import { transactionId } from '../../../shared/catalog/platforms/decide';
import { NoPostbackReason } from '../../../shared/domain/results';
import { insertRows, type Tx } from '../../db/database';
import { execute, select, sql } from '../../db/statements';
import { orderOf } from '../../journeys';
import { newEventId } from '../../platform/event-id';

/** A sender with the CV settings that it covers. */
interface Sender {
  readonly id: number;
  readonly platform: string;
  /** Empty: all. */
  readonly cvSettingIds: ReadonlySet<number>;
}

/** Columns of a conversion that its transaction id needs. */
interface SentRow {
  readonly id: number;
  readonly event_id: string;
  readonly cv_setting_id: number;
  readonly last_ad_id: number;
  readonly args: string | null;
  readonly order_key: string | null;
}

const COLUMNS = [
  'id',
  'product_id',
  'sender_id',
  'platform',
  'conversion_id',
  'event_id',
  'cv_setting_id',
  'ad_id',
  'transaction_id',
  'state',
  'due_at',
  'created_at',
] as const;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

/**
 * Returns the transaction id of a conversion at a sender: the order number if it is plain, else a digest.
 * @param covers number of CV settings that the sender covers; 0: all
 */
export const transactionOf = (
  productId: number,
  {
    args,
    order_key: orderKey,
    cv_setting_id: cvSettingId,
    event_id: eventId,
  }: Omit<SentRow, 'id' | 'last_ad_id'>,
  covers: number,
): string =>
  transactionId(
    {
      order: orderOf(orderKey, args),
      key: `${productId}|${cvSettingId}|${eventId}`,
      prefix: covers === 1 ? '' : `${cvSettingId}-`,
    },
    sha256,
  );

/** Reads the senders of a product; locks them, so that a conversion is written once for each. */
async function readSenders(tx: Tx, productId: number, when: SendWhen): Promise<Sender[]> {
  const lock = tx.needsLocks ? ' FOR UPDATE' : '';
  const senders = await select<{ id: number; platform: string }>(tx)`SELECT id, platform
    FROM conversion_sender WHERE product_id = ${productId} AND send_when = ${when} ORDER BY id${sql(lock)}`;
  if (senders.length === 0) return [];
  const covered = await select<{ sender_id: number; cv_setting_id: number }>(
    tx,
  )`SELECT sender_id, cv_setting_id
    FROM conversion_sender_cv WHERE sender_id IN ${senders.map(({ id }) => id)}`;
  return senders.map(({ id, platform }) => ({
    id,
    platform,
    cvSettingIds: new Set(covered.flatMap((row) => (row.sender_id === id ? [row.cv_setting_id] : []))),
  }));
}

/**
 * Writes conversions into the ledger of the senders that cover them, once for each sender and transaction id.
 * Their states are decided when they are due.
 */
export async function writeSends(
  tx: Tx,
  productId: number,
  conversionIds: readonly number[],
  when: SendWhen,
  { now, dueAt }: { readonly now: number; readonly dueAt: number },
): Promise<void> {
  if (conversionIds.length === 0) return;
  const senders = await readSenders(tx, productId, when);
  if (senders.length === 0) return;
  const rows = await select<SentRow>(
    tx,
  )`SELECT c.id, c.event_id, c.cv_setting_id, c.last_ad_id, c.args, s.order_key
    FROM conversion c JOIN cv_setting s ON s.id = c.cv_setting_id WHERE c.id IN ${conversionIds}`;
  const wanted = senders.flatMap(({ id, platform, cvSettingIds }) =>
    rows
      .filter((row) => cvSettingIds.size === 0 || cvSettingIds.has(row.cv_setting_id))
      .map((row) => ({ id, platform, row, transaction: transactionOf(productId, row, cvSettingIds.size) })),
  );
  const lock = sql(tx.needsLocks ? ' FOR UPDATE' : '');
  const known = new Set<string>();
  for (const { id } of senders) {
    const ofSender = wanted.filter((one) => one.id === id);
    for (const found of [
      await select<{ conversion_id: number; transaction_id: string }>(tx)`SELECT conversion_id, transaction_id
        FROM conversion_send WHERE sender_id = ${id}
        AND transaction_id IN ${ofSender.map(({ transaction }) => transaction)}${lock}`,
      await select<{ conversion_id: number; transaction_id: string }>(tx)`SELECT conversion_id, transaction_id
        FROM conversion_send WHERE sender_id = ${id}
        AND conversion_id IN ${ofSender.map(({ row }) => row.id)}${lock}`,
    ])
      for (const { conversion_id: conversion, transaction_id: transaction } of found)
        known.add(`${id} ${conversion}`).add(`${id} ${transaction}`);
  }
  const fresh = wanted.filter(({ id, row, transaction }) => {
    const isNew = !known.has(`${id} ${row.id}`) && !known.has(`${id} ${transaction}`);
    known.add(`${id} ${transaction}`);
    return isNew;
  });
  const values = fresh.map(({ id, platform, row, transaction }) => [
    newEventId(now),
    ...[productId, id, platform, row.id, row.event_id, row.cv_setting_id, row.last_ad_id],
    ...[transaction, 'waiting', dueAt, now],
  ]);
  await insertRows(tx, 'conversion_send', COLUMNS, values);
}

/** Lets the states of conversions be decided again: something that they depend on has changed. */
export async function recheckSends(tx: Tx, conversionIds: readonly number[], dueAt: number): Promise<void> {
  await execute(tx)`UPDATE conversion_send SET due_at = ${dueAt} WHERE conversion_id IN ${conversionIds}`;
}

/**
 * Returns the conversions of results, but not those that were stored without being reported: imported without
 * `--notify`, or older than the results.
 */
export async function reportedConversions(tx: Tx, resultIds: readonly string[]): Promise<number[]> {
  const { IMPORT, REBUILD } = NoPostbackReason;
  const rows = await select<{ id: number }>(tx)`SELECT DISTINCT r.conversion_id AS id FROM result r
    LEFT JOIN result_history h ON h.result_id = r.id AND h.from_status IS NULL AND h.untold IN (${IMPORT}, ${REBUILD})
    WHERE r.id IN ${resultIds} AND h.id IS NULL`;
  return rows.map(({ id }) => id);
}
