import { lastDue, nextDue, type Schedule } from '../../../shared/domain/schedule';
import { enqueueDeliveries } from '../../mail/delivery-queue';
import { execute, select } from '../../db/statements';
import type { Database, Tx } from '../../db/database';
import { recipientsFor, readPreconditions, type PauseReason } from './preconditions';
import { ReportSchedule } from './report-schedule.entity';

/** Delivery kind of scheduled reports. */
export const REPORT = 'report';
/** Delivery kind of test mails: they belong to the view and go to the user who requested them. */
export const REPORT_TEST = 'report_test';

/** Retention of a schedule's deliveries. */
const RETENTION_MS = 180 * 24 * 3_600_000;

/** Returns the due rule of a schedule. */
export function timesOf({
  every,
  weekday,
  dayOfMonth,
  hour,
}: Pick<ReportSchedule, 'every' | 'weekday' | 'dayOfMonth' | 'hour'>): Schedule {
  if (every === 'week') return { every, hour, weekday: weekday ?? 0 };
  return every === 'month' ? { every, hour, dayOfMonth: dayOfMonth ?? 1 } : { every: 'day', hour };
}

/** Parses the recipients' user ids. */
export const idsIn = (recipients: string | null): number[] =>
  (recipients ?? '').split(',').filter(Boolean).map(Number);

/** Returns products with due schedules. */
export async function productsDue(db: Database, now: number): Promise<number[]> {
  const rows = await select<{ product_id: number }>(db)`SELECT DISTINCT product_id FROM report_schedule
    WHERE next_at <= ${now}`;
  return rows.map(({ product_id: id }) => id);
}

/** Advances a schedule unless it has changed since it was read. Firing is not an edit, so the version stays. */
const advance = (
  tx: Tx,
  { id, nextAt }: ReportSchedule,
  next: number | null,
  reason: PauseReason | null,
): Promise<number> =>
  execute(tx)`UPDATE report_schedule SET next_at = ${next}, paused_reason = ${reason} WHERE id = ${id}
    AND next_at = ${nextAt ?? 0}`;

/**
 * Announces the due mails and chat messages of a product's schedules, once per due time, and pauses schedules without an owner,
 * view or recipients.
 * After downtime, only the last missed due time is sent.
 * @param confirm first statement of each transaction
 */
export async function fireSchedules(
  db: Database,
  productId: number,
  now: number,
  confirm: (tx: Tx) => Promise<void>,
): Promise<void> {
  const due = await db.reader
    .getRepository(ReportSchedule)
    .createQueryBuilder('s')
    .where('s.productId = :productId AND s.nextAt <= :now', { productId, now })
    .orderBy('s.nextAt')
    .limit(20)
    .getMany();
  for (const schedule of due) {
    const preconditions = await readPreconditions(db, schedule);
    const allowed =
      typeof preconditions === 'string' ? [] : await recipientsFor(db, preconditions.owner, productId);
    const selectedIds = new Set(idsIn(schedule.recipients));
    const recipients = allowed.filter(({ id }) => selectedIds.has(id));
    const pauseReason =
      typeof preconditions === 'string'
        ? preconditions
        : recipients.length === 0 && !schedule.webhookUrl
          ? 'noRecipients'
          : null;
    const times = timesOf(schedule);
    const forTime = lastDue(times, schedule.nextAt ?? now, now);
    await db.write(async (tx) => {
      await confirm(tx);
      const advanced = await advance(tx, schedule, pauseReason ? null : nextDue(times, now), pauseReason);
      if (advanced === 0 || pauseReason) return;
      await execute(tx)`DELETE FROM delivery WHERE kind = ${REPORT} AND subject_id = ${schedule.id}
        AND created_at < ${now - RETENTION_MS}`;
      await enqueueDeliveries(
        tx,
        [...recipients.map(({ id }) => id), ...(schedule.webhookUrl ? [null] : [])].map((userId) => ({
          key: `report:${schedule.id}:${forTime}:${userId ?? 'chat'}`,
          kind: REPORT,
          subjectId: schedule.id,
          userId,
          forTime,
        })),
        now,
      );
    });
  }
}
