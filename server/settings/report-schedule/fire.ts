import { lastDue, nextDue, type Schedule } from '../../../shared/domain/schedule';
import { announce } from '../../mail/announce';
import type { Database, Tx } from '../../db/database';
import { recipientsFor, standingOf, type PauseReason } from './owner';
import { ReportSchedule } from './report-schedule.entity';

/** The kind of deliveries that are reports. */
export const REPORT = 'report';
/** The kind of those that somebody asked for to try a view: they are of the view, and go to who asked. */
export const REPORT_TEST = 'report_test';

/** How long it is kept what went out of a schedule. */
const KEPT_MS = 180 * 24 * 3_600_000;

/** When a schedule is due, as the rule takes it. */
export function timesOf({
  every,
  weekday,
  dayOfMonth,
  hour,
}: Pick<ReportSchedule, 'every' | 'weekday' | 'dayOfMonth' | 'hour'>): Schedule {
  if (every === 'week') return { every, hour, weekday: weekday ?? 0 };
  return every === 'month' ? { every, hour, dayOfMonth: dayOfMonth ?? 1 } : { every: 'day', hour };
}

/** Users that a schedule names. */
export const idsIn = (recipients: string | null): number[] =>
  (recipients ?? '').split(',').filter(Boolean).map(Number);

/** Products with schedules that are due. */
export async function productsDue(db: Database, now: number): Promise<number[]> {
  const rows = await db.read<{ product_id: number }>(
    'SELECT DISTINCT product_id FROM report_schedule WHERE next_at <= ?',
    [now],
  );
  return rows.map(({ product_id: id }) => id);
}

/** Moves a schedule on, if it still stands where it was read. Firing is no edit: the version stays. */
const moveOn = (
  tx: Tx,
  { id, nextAt }: ReportSchedule,
  next: number | null,
  reason: PauseReason | null,
): Promise<number> =>
  tx.execute('UPDATE report_schedule SET next_at = ?, paused_reason = ? WHERE id = ? AND next_at = ?', [
    next,
    reason,
    id,
    nextAt ?? 0,
  ]);

/**
 * Announces what is due of a product's schedules, each due time once, and pauses those whose owner or view is gone. What
 * was missed while nobody worked goes out once, for the last time that it was due.
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
    const standing = await standingOf(db, schedule);
    const reached = typeof standing === 'string' ? [] : await recipientsFor(db, standing.owner, productId);
    const wanted = new Set(idsIn(schedule.recipients));
    const recipients = reached.filter(({ id }) => wanted.has(id));
    const gone = typeof standing === 'string' ? standing : recipients.length === 0 ? 'noRecipients' : null;
    const times = timesOf(schedule);
    const forTime = lastDue(times, schedule.nextAt ?? now, now);
    await db.write(async (tx) => {
      await confirm(tx);
      const mine = await moveOn(tx, schedule, gone ? null : nextDue(times, now), gone);
      if (mine === 0 || gone) return;
      await tx.execute('DELETE FROM delivery WHERE kind = ? AND subject_id = ? AND created_at < ?', [
        REPORT,
        schedule.id,
        now - KEPT_MS,
      ]);
      await announce(
        tx,
        recipients.map(({ id }) => ({
          key: `report:${schedule.id}:${forTime}:${id}`,
          kind: REPORT,
          subjectId: schedule.id,
          userId: id,
          forTime,
        })),
        now,
      );
    });
  }
}
