import { createHash } from 'node:crypto';
import { AlertChannel, measureName } from '../../shared/catalog';
import { BacklogWatch } from '../rollups';
import { dayOf, endOfDay, startOfDay, type Day } from '../../shared/domain/calendar';
import { select, sql } from '../db/statements';
import { insertRows, type Database, type Tx } from '../db/database';
import { enqueueDeliveries, type NewDelivery } from '../mail/delivery-queue';
import { dayToEvaluate, evaluateAlert, type EvaluatedCase } from './evaluate-alert';
import { readAlert, type AlertDefinition } from './alert-definition';

/** Delivery kind of alerts. */
export const ALERT_DELIVERY = 'alert';

/** Maximum number of cases stored per alert and day; those farthest from their bounds come first. */
const MAX_CASES = 500;

/** By product, the last requested day and the newest visitor mark at the first request for it. */
const firstRequests = new WeakMap<Database, Map<number, { readonly day: Day; readonly newest: number }>>();

/**
 * Whether visitors with events of the day or earlier wait to be derived. Only marks from the first request
 * for the day count, which covers a worker that was down. Later marks don't delay alerts, because some always
 * arrive.
 */
async function isDeriving(db: Database, productId: number, day: Day): Promise<boolean> {
  const requests = firstRequests.get(db) ?? new Map<number, { readonly day: Day; readonly newest: number }>();
  firstRequests.set(db, requests);
  const known = requests.get(productId);
  let newest = known?.day === day ? known.newest : null;
  if (newest === null) {
    const [last] = await select<{ id: number | null }>(db)`SELECT MAX(id) AS id FROM stale_visitor
      WHERE product_id = ${productId}`;
    newest = Number(last?.id ?? 0);
    requests.set(productId, { day, newest });
  }
  return (
    (
      await select(db)`SELECT id FROM stale_visitor WHERE product_id = ${productId} AND id <= ${newest}
        AND since <= ${endOfDay(day)} LIMIT 1`
    ).length > 0
  );
}

/** Whether metrics of the day, or events that may belong to it, are still being computed. */
export async function isComputing(db: Database, productId: number, day: Day, now: number): Promise<boolean> {
  for (const queue of ['stale_day', 'stale_media_day']) {
    const [stale] = await select(db)`SELECT 1 AS one FROM ${sql(queue)} WHERE product_id = ${productId}
      AND day <= ${day} LIMIT 1`;
    if (stale) return true;
  }
  return (await new BacklogWatch(db).backlogOf(productId, now)) !== null || isDeriving(db, productId, day);
}

const HOUR_MS = 3_600_000;

/** Returns the hour of the Tokyo day, 0 to 23. */
const hourOf = (now: number): number => Math.floor((now - startOfDay(dayOf(now))) / HOUR_MS);

/** Reads the due alerts of a product or of all. The metrics of their day may not be complete yet. */
const readDueAlerts = (
  db: Database,
  now: number,
  productId: number | null = null,
): Promise<{ id: number; product_id: number }[]> =>
  db.read<{ id: number; product_id: number }>(
    `SELECT id, product_id FROM alert WHERE status = 1 AND hour <= ? AND (judged_day IS NULL OR judged_day < ?) AND (from_day IS NULL OR from_day <= ?)${productId === null ? '' : ' AND product_id = ?'} ORDER BY id`,
    [hourOf(now), dayToEvaluate(now), dayToEvaluate(now), ...(productId === null ? [] : [productId])],
  );

/** Returns the products with alerts to evaluate now. */
export async function productsWithDueAlerts(db: Database, now: number): Promise<number[]> {
  const products = [...new Set((await readDueAlerts(db, now)).map(({ product_id: id }) => id))];
  const ready: number[] = [];
  for (const id of products) if (!(await isComputing(db, id, dayToEvaluate(now), now))) ready.push(id);
  return ready;
}

/** Identifies alert, day and receiver, so that a second detection adds nothing. */
const keyOf = (alert: AlertDefinition, day: Day, to: string): string =>
  `alert:${alert.id}:${day}:${createHash('sha256').update(to).digest('hex').slice(0, 32)}`;

function deliveries(alert: AlertDefinition, day: Day): NewDelivery[] {
  const receivers =
    alert.channel === AlertChannel.MAIL
      ? alert.recipients
      : alert.webhookUrl === null
        ? []
        : [alert.webhookUrl];
  return receivers.map((to) => ({
    key: keyOf(alert, day, to),
    kind: ALERT_DELIVERY,
    subjectId: alert.id,
    forTime: startOfDay(day),
    payload: { day, to },
  }));
}

async function storeFirings(
  tx: Tx,
  alert: AlertDefinition,
  day: Day,
  raised: readonly EvaluatedCase[],
  now: number,
): Promise<void> {
  const columns = ['alert_id', 'day', 'ad_id', 'measure', 'value', 'low', 'high', 'median', 'created_at'];
  const measure = measureName(alert.measure);
  const rows = raised.map((one) => [
    alert.id,
    day,
    one.adId,
    measure,
    one.value,
    one.low,
    one.high,
    one.median,
    now,
  ]);
  await insertRows(tx, 'alert_firing', columns, rows);
  await enqueueDeliveries(tx, deliveries(alert, day), now);
}

/**
 * Evaluates the day for one alert. Its cases, its deliveries and the evaluated day are written in one
 * transaction.
 */
async function evaluateOnce(
  db: Database,
  id: number,
  day: Day,
  now: number,
  confirm: (tx: Tx) => Promise<void>,
): Promise<void> {
  const alert = await readAlert(db, id);
  const raised = alert?.status
    ? (await evaluateAlert(db, alert, day)).filter((one) => one.raised).slice(0, MAX_CASES)
    : [];
  await db.write(async (tx) => {
    await confirm(tx);
    const versionCondition = alert ? ' AND version = ?' : '';
    const updated = await tx.execute(
      `UPDATE alert SET judged_day = ? WHERE id = ? AND (judged_day IS NULL OR judged_day < ?)${versionCondition}`,
      [day, id, day, ...(alert ? [alert.version] : [])],
    );
    if (updated > 0 && alert && raised.length > 0) await storeFirings(tx, alert, day, raised, now);
  });
}

/**
 * Evaluates the last finished day for one due alert of a product, once. An alert that changes during the
 * evaluation is left for the next step. One that fails does not block others.
 *
 * @param confirm checks inside the transaction that this worker still owns the job
 * @throws the first failure, if every due alert fails
 */
export async function evaluateNextAlert(
  db: Database,
  productId: number,
  now: number,
  confirm: (tx: Tx) => Promise<void>,
): Promise<void> {
  const dueAlerts = await readDueAlerts(db, now, productId);
  const failures: unknown[] = [];
  for (const { id } of dueAlerts) {
    try {
      return await evaluateOnce(db, id, dayToEvaluate(now), now, confirm);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Whether a product has a due alert. */
export const hasDueAlerts = async (db: Database, productId: number, now: number): Promise<boolean> =>
  (await readDueAlerts(db, now, productId)).length > 0 &&
  !(await isComputing(db, productId, dayToEvaluate(now), now));
