import { lastDue, nextDue, type Schedule } from '../../../shared/domain/schedule';
import { scheduleEvery } from '../../../shared/catalog';
import { execute, select } from '../../db/statements';
import type { Database, Tx } from '../../db/database';
import { enqueueDeliveries } from '../../mail/delivery-queue';
import { ClientReport } from './client-report.entity';
import { addressesIn, findRecipients, isSubscribed } from './outside-recipient.service';

/** Delivery kind of scheduled client reports. */
export const CLIENT_REPORT = 'clientReport';

/** Retention of a report's deliveries. */
const RETENTION_MS = 180 * 24 * 3_600_000;
const USUAL_HOUR = 9;

/** Returns the due rule of a client report; null if it is not scheduled. */
export function timesOf({
  every,
  weekday,
  dayOfMonth,
  hour,
}: Readonly<Record<'every' | 'weekday' | 'dayOfMonth' | 'hour', unknown>>): Schedule | null {
  const known = scheduleEvery.find((one) => one === every);
  const at = typeof hour === 'number' ? hour : USUAL_HOUR;
  if (known === 'week') return { every: known, hour: at, weekday: Number(weekday ?? 1) };
  if (known === 'month') return { every: known, hour: at, dayOfMonth: Number(dayOfMonth ?? 1) };
  return known ? { every: known, hour: at } : null;
}

/** Returns products with due client reports. */
export async function productsWithDueReports(db: Database, now: number): Promise<number[]> {
  const rows = await select<{ product_id: number }>(db)`SELECT DISTINCT product_id FROM client_report
    WHERE next_at <= ${now}`;
  return rows.map(({ product_id: id }) => id);
}

/**
 * Announces the due mails of a product's client reports, once per due time, to the addresses that consented. After
 * downtime, only the last missed due time is sent.
 * @param confirm first statement of each transaction
 */
export async function fireClientReports(
  db: Database,
  productId: number,
  now: number,
  confirm: (tx: Tx) => Promise<void>,
): Promise<void> {
  const due = await db.reader
    .getRepository(ClientReport)
    .createQueryBuilder('r')
    .where('r.productId = :productId AND r.nextAt <= :now', { productId, now })
    .orderBy('r.nextAt')
    .limit(20)
    .getMany();
  for (const report of due) {
    const times = timesOf(report);
    const { id, nextAt, companyId } = report;
    const forTime = times ? lastDue(times, nextAt ?? now, now) : now;
    await db.write(async (tx) => {
      await confirm(tx);
      // Firing is not an edit, so the version stays.
      const advanced = await execute(tx)`UPDATE client_report SET next_at = ${times && nextDue(times, now)}
        WHERE id = ${id} AND next_at = ${nextAt ?? 0}`;
      if (advanced === 0 || !times) return;
      await execute(tx)`DELETE FROM delivery WHERE kind = ${CLIENT_REPORT} AND subject_id = ${id}
        AND created_at < ${now - RETENTION_MS}`;
      const recipients = await findRecipients(tx, companyId, addressesIn(report.recipients));
      await enqueueDeliveries(
        tx,
        recipients.filter(isSubscribed).map(({ id: recipientId }) => ({
          key: `client-report:${id}:${forTime}:${recipientId}`,
          kind: CLIENT_REPORT,
          subjectId: id,
          forTime,
          payload: { recipientId },
        })),
        now,
      );
    });
  }
}
