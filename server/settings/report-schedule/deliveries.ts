import { notFound } from '../../auth/failure';
import { select, sql } from '../../db/statements';
import { placeholders, type Database, type Tx } from '../../db/database';
import { REPORT, REPORT_TEST } from './fire-schedules';

/** A delivered mail of a schedule in the console. */
export interface ReportDelivery {
  readonly id: string;
  readonly userName: string | null;
  /** Whether it was a test mail. */
  readonly test: boolean;
  /** The time it was due. */
  readonly forTime: Date;
  readonly outcome: string | null;
  readonly reason: string | null;
  readonly attempts: number;
  /** Time of the next attempt; null when the delivery has ended. */
  readonly nextAt: Date | null;
  readonly endedAt: Date | null;
}

interface Row {
  readonly id: string;
  readonly user_name: string | null;
  readonly kind: string;
  readonly for_time: number;
  readonly outcome: string | null;
  readonly reason: string | null;
  readonly attempts: number;
  readonly due_at: number | null;
  readonly ended_at: number | null;
}

const COLUMNS =
  'd.id, u.user_name, d.kind, d.for_time, d.outcome, d.reason, d.attempts, d.due_at, d.ended_at';
const FROM = 'delivery d LEFT JOIN app_user u ON u.id = d.user_id';
const MAX_DELIVERIES = 50;

const instant = (millis: number | null): Date | null => (millis === null ? null : new Date(Number(millis)));

const toDelivery = (row: Row): ReportDelivery => ({
  id: row.id,
  userName: row.user_name,
  test: row.kind === REPORT_TEST,
  forTime: new Date(Number(row.for_time)),
  outcome: row.outcome,
  reason: row.reason,
  attempts: row.attempts,
  nextAt: instant(row.due_at),
  endedAt: instant(row.ended_at),
});

/** Returns the newest mails of a schedule, including its owner's test mails of the view. */
export async function deliveriesOf(
  db: Database,
  { id, viewId, userId }: { readonly id: number; readonly viewId: number; readonly userId: number },
): Promise<ReportDelivery[]> {
  const rows = await select<Row>(db)`SELECT ${sql(COLUMNS)} FROM ${sql(FROM)} WHERE (d.kind = ${REPORT}
    AND d.subject_id = ${id}) OR (d.kind = ${REPORT_TEST} AND d.subject_id = ${viewId}
    AND d.user_id = ${userId}) ORDER BY d.created_at DESC, d.id LIMIT ${sql(MAX_DELIVERIES)}`;
  return rows.map(toDelivery);
}

/** Returns a user's newest test mails of a view. */
export async function testMailsOf(db: Database, viewId: number, userId: number): Promise<ReportDelivery[]> {
  const rows = await select<Row>(db)`SELECT ${sql(COLUMNS)} FROM ${sql(FROM)} WHERE d.kind = ${REPORT_TEST}
    AND d.subject_id = ${viewId} AND d.user_id = ${userId} ORDER BY d.created_at DESC, d.id
    LIMIT ${sql(MAX_DELIVERIES)}`;
  return rows.map(toDelivery);
}

/** Returns a delivery by its key. @throws NOT_FOUND */
export async function oneDelivery(db: Database, key: string): Promise<ReportDelivery> {
  const [row] = await db.read<Row>(`SELECT ${COLUMNS} FROM ${FROM} WHERE d.id = ?`, [key]);
  if (!row) throw notFound();
  return toDelivery(row);
}

/** Counts a user's test mails of a view since a time. */
export async function countTestMails(tx: Tx, viewId: number, userId: number, since: number): Promise<number> {
  const [row] = await select<{ n: number | string }>(tx)`SELECT COUNT(*) AS n FROM delivery
    WHERE kind = ${REPORT_TEST} AND subject_id = ${viewId} AND user_id = ${userId}
    AND created_at >= ${since}`;
  return Number(row?.n ?? 0);
}

/** From best to worst; a waiting delivery outranks all outcomes. */
const ORDER = ['sent', 'withheld', 'doubtful', 'failed', 'waiting'];

/** Returns each schedule's last due time and the worst outcome of its mails; `waiting` if one is still open. */
export async function lastRuns(
  db: Database,
  ids: readonly number[],
): Promise<Map<number, { at: number; outcome: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await db.read<{ subject_id: number; for_time: number; outcome: string | null }>(
    `SELECT d.subject_id, d.for_time, d.outcome FROM delivery d
     JOIN (SELECT subject_id, MAX(for_time) AS last_time FROM delivery WHERE kind = ? AND subject_id IN (${placeholders(ids)}) GROUP BY subject_id) l
       ON l.subject_id = d.subject_id AND l.last_time = d.for_time
     WHERE d.kind = ?`,
    [REPORT, ...ids, REPORT],
  );
  const runs = new Map<number, { at: number; outcome: string }>();
  for (const { subject_id: id, for_time: at, outcome } of rows) {
    const before = runs.get(id)?.outcome ?? 'sent';
    const now = outcome ?? 'waiting';
    runs.set(id, { at: Number(at), outcome: ORDER.indexOf(now) > ORDER.indexOf(before) ? now : before });
  }
  return runs;
}
