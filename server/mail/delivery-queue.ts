import { messageOf } from '../platform/errors';
import { execute, select } from '../db/statements';
import { insertRows, type Tx, type Database } from '../db/database';
import type { Queue, QueueItem } from '../jobs/job';

/** Sending failed, and the message may have arrived. */
export class DoubtfulDelivery extends Error {
  constructor(cause: unknown) {
    super(messageOf(cause), { cause });
    this.name = 'Doubtful';
  }
}

/** A delivery to enqueue. */
export interface NewDelivery {
  /** Identifies the delivery: at most 128 ASCII characters. Deliveries with the same key are the same. */
  readonly key: string;
  readonly kind: string;
  readonly subjectId: number;
  readonly userId?: number | null;
  /** Time that the delivery is about, in epoch milliseconds. */
  readonly forTime: number;
  readonly payload?: unknown;
}

const COLUMNS = [
  'id',
  'kind',
  'subject_id',
  'user_id',
  'for_time',
  'payload',
  'created_at',
  'due_at',
  'attempts',
];

/**
 * Stores new deliveries; known keys are skipped. If two transactions add the same key at once, the database
 * retries the second, which then finds it.
 * @returns the number of new deliveries
 */
export async function enqueueDeliveries(
  tx: Tx,
  deliveries: readonly NewDelivery[],
  now: number,
): Promise<number> {
  const all = [...new Map(deliveries.map((one) => [one.key, one])).values()];
  const stored = await select<{ id: string }>(tx)`SELECT id FROM delivery
    WHERE id IN ${all.map(({ key }) => key)}`;
  const known = new Set(stored.map(({ id }) => id));
  const added = all.filter(({ key }) => !known.has(key));
  const rows = added.map(({ key, kind, subjectId, userId, forTime, payload }) => [
    key,
    kind,
    subjectId,
    userId ?? null,
    forTime,
    payload === undefined ? null : JSON.stringify(payload),
    now,
    now,
    0,
  ]);
  if (rows.length > 0) await insertRows(tx, 'delivery', COLUMNS, rows);
  return added.length;
}

/** A claimed delivery. */
export interface DeliveryItem extends QueueItem {
  readonly id: string;
  readonly kind: string;
  readonly subject_id: number;
  readonly user_id: number | null;
  /** Time that the delivery is about, in epoch milliseconds. */
  readonly for_time: number;
  readonly payload: string | null;
  readonly handed_at: number | null;
}

/** Result of a delivery that must not be sent, with the reason. */
interface Withheld {
  readonly withheld: string;
}

/**
 * Sends a prepared delivery.
 * @throws Doubtful if it may have arrived: it is not sent again
 * @throws Error if it did not arrive: it is retried
 */
export type Send = (signal: AbortSignal) => Promise<void>;

/** How a delivery ended. */
type DeliveryOutcome = 'sent' | 'withheld' | 'failed' | 'doubtful';

interface DeliveryEnd {
  readonly outcome: DeliveryOutcome;
  readonly reason: string | null;
  readonly at: number;
}

/** Content and transport of one kind of delivery. */
export interface DeliveryKind {
  readonly name: string;
  /** Prepares the delivery, or returns why it is withheld. Called for each attempt. */
  prepare(db: Database, item: DeliveryItem, signal: AbortSignal): Promise<Send | Withheld>;
  /** Writes follow-up changes in the transaction that stores the end. */
  ended?(tx: Tx, item: DeliveryItem, end: DeliveryEnd): Promise<void>;
}

type Done = Omit<DeliveryEnd, 'at'>;

interface Options {
  readonly retrySeconds?: readonly number[];
  /** Maximum duration of an attempt, including preparation. */
  readonly patienceMs?: number;
  readonly now?: () => number;
}

/** Covers ten minutes for a restarting server, then hours for a repair. */
const RETRY_SECONDS = [30, 120, 600, 3600, 14_400];

/**
 * Marks a delivery as handed over before anything goes over the wire. A worker that finds the mark sends
 * nothing.
 */
const markHandedOver = (db: Database, id: string, now: number): Promise<boolean> =>
  db.write(
    async (tx) =>
      (await execute(tx)`UPDATE delivery SET handed_at = ${now} WHERE id = ${id} AND handed_at IS NULL
        AND outcome IS NULL`) > 0,
  );

const clearHandedOver = (db: Database, id: string): Promise<unknown> =>
  db.write((tx) => tx.execute('UPDATE delivery SET handed_at = NULL WHERE id = ? AND outcome IS NULL', [id]));

/**
 * Sends each delivery at most once. It is retried if the receiver did not take it. If the outcome is unknown,
 * it is not: a worker may have died between sending and storing, or a connection broke before the answer.
 * Such a delivery is marked as doubtful, and people decide.
 */
export const deliveryQueue = (
  kinds: readonly DeliveryKind[],
  { retrySeconds = RETRY_SECONDS, patienceMs = 120_000, now = Date.now }: Options = {},
): Queue<DeliveryItem, Done> => ({
  name: 'delivery',
  columns: ['kind', 'subject_id', 'user_id', 'for_time', 'payload', 'handed_at'],
  everyMs: 500,
  concurrency: 3,
  timeoutMs: patienceMs,
  retrySeconds,
  async work(db, item, signal) {
    const doubtful: Done = { outcome: 'doubtful', reason: null };
    if (item.handed_at !== null) return doubtful;
    const kind = kinds.find(({ name }) => name === item.kind);
    if (!kind) throw new Error(`unknown delivery kind ${item.kind}`);
    const prepared = await kind.prepare(db, item, signal);
    if ('withheld' in prepared) return { outcome: 'withheld', reason: prepared.withheld };
    signal.throwIfAborted();
    // Another worker took over and has sent it, or will.
    if (!(await markHandedOver(db, item.id, now()))) return doubtful;
    try {
      await prepared(signal);
      return { outcome: 'sent', reason: null };
    } catch (error) {
      if (error instanceof DoubtfulDelivery) return { outcome: 'doubtful', reason: messageOf(error) };
      await clearHandedOver(db, item.id);
      throw error;
    }
  },
  async settled(tx, item, { done, error, at, nextAt }) {
    const end: DeliveryEnd | null = done
      ? { ...done, at }
      : nextAt === null
        ? { outcome: 'failed', reason: messageOf(error), at }
        : null;
    if (!end) return;
    const reason = end.reason?.slice(0, 255) ?? null;
    await execute(tx)`UPDATE delivery SET outcome = ${end.outcome}, reason = ${reason}, ended_at = ${at}
      WHERE id = ${item.id}`;
    await kinds.find(({ name }) => name === item.kind)?.ended?.(tx, item, { ...end, reason });
  },
});
