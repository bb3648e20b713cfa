import type { Database, Tx } from '../db/database';
import type { Queue, QueueItem } from '../jobs';
import { messageOf } from '../errors';
import { Doubtful } from './doubtful';

/** A delivery as it was claimed. */
export interface DeliveryItem extends QueueItem {
  readonly id: string;
  readonly kind: string;
  readonly subject_id: number;
  readonly user_id: number | null;
  /** Epoch milliseconds: the time that it is of. */
  readonly for_time: number;
  readonly payload: string | null;
  readonly handed_at: number | null;
}

/** Nothing is to go out, and why. */
export interface Withheld {
  readonly withheld: string;
}

/**
 * Sends what was made ready.
 * @throws Doubtful where it may have arrived all the same: then it is not sent again
 * @throws Error where it surely did not: then it is tried again
 */
export type Send = (signal: AbortSignal) => Promise<void>;

/** How a delivery came to its end. */
export type DeliveryOutcome = 'sent' | 'withheld' | 'failed' | 'doubtful';

export interface DeliveryEnd {
  readonly outcome: DeliveryOutcome;
  readonly reason: string | null;
  readonly at: number;
}

/** What goes out under one name. */
export interface DeliveryKind {
  readonly name: string;
  /** Makes it ready, or says why it is withheld. Called anew for each attempt. */
  prepare(db: Database, item: DeliveryItem, signal: AbortSignal): Promise<Send | Withheld>;
  /** Writes what follows from the end, in the transaction that notes it. */
  ended?(tx: Tx, item: DeliveryItem, end: DeliveryEnd): Promise<void>;
}

type Done = Omit<DeliveryEnd, 'at'>;

interface Options {
  readonly retrySeconds?: readonly number[];
  /** How long an attempt may take, making it ready included. */
  readonly patienceMs?: number;
  readonly now?: () => number;
}

/** Ten minutes of a server that restarts, then hours of one that is mended. */
const RETRY_SECONDS = [30, 120, 600, 3600, 14_400];

/** Before anything goes over the wire it is noted that it may: whoever finds the note later sends nothing. */
const hand = (db: Database, id: string, now: number): Promise<boolean> =>
  db.write(
    async (tx) =>
      (await tx.execute(
        'UPDATE delivery SET handed_at = ? WHERE id = ? AND handed_at IS NULL AND outcome IS NULL',
        [now, id],
      )) > 0,
  );

const takeBack = (db: Database, id: string): Promise<unknown> =>
  db.write((tx) => tx.execute('UPDATE delivery SET handed_at = NULL WHERE id = ? AND outcome IS NULL', [id]));

/**
 * Deliveries, each sent at most once. What a mail server or a receiver surely did not take is tried again. Where
 * nobody knows, because a worker died between sending and noting it or a connection broke before the answer, it is not:
 * the delivery says so, and people decide.
 */
export const deliveryQueue = (
  kinds: readonly DeliveryKind[],
  { retrySeconds = RETRY_SECONDS, patienceMs = 120_000, now = Date.now }: Options = {},
): Queue<DeliveryItem, Done> => ({
  name: 'delivery',
  columns: ['kind', 'subject_id', 'user_id', 'for_time', 'payload', 'handed_at'],
  everyMs: 500,
  atOnce: 3,
  patienceMs,
  retrySeconds,
  async work(db, item, signal) {
    const nobodyKnows: Done = { outcome: 'doubtful', reason: null };
    if (item.handed_at !== null) return nobodyKnows;
    const kind = kinds.find(({ name }) => name === item.kind);
    if (!kind) throw new Error(`nobody knows how to deliver ${item.kind}`);
    const ready = await kind.prepare(db, item, signal);
    if ('withheld' in ready) return { outcome: 'withheld', reason: ready.withheld };
    signal.throwIfAborted();
    // Another that took over meanwhile has sent it, or will.
    if (!(await hand(db, item.id, now()))) return nobodyKnows;
    try {
      await ready(signal);
      return { outcome: 'sent', reason: null };
    } catch (error) {
      if (error instanceof Doubtful) return { outcome: 'doubtful', reason: messageOf(error) };
      await takeBack(db, item.id);
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
    await tx.execute('UPDATE delivery SET outcome = ?, reason = ?, ended_at = ? WHERE id = ?', [
      end.outcome,
      reason,
      at,
      item.id,
    ]);
    await kinds.find(({ name }) => name === item.kind)?.ended?.(tx, item, { ...end, reason });
  },
});
