import { diagnose } from '../../shared/domain/postback';
import { Unsuccessful, type Queue, type QueueItem } from '../jobs';
import { readLanes } from './lanes';
import type { Reach } from './reach';
import { recordAttempt } from './record';
import { attempt, TIMEOUT_MS, type Attempt } from './request';

export interface PostbackItem extends QueueItem {
  readonly id: string;
  readonly product_id: number;
  readonly url: string;
  readonly host: string;
}

/** An unsuccessful attempt; the message is its diagnosis. */
class NotDelivered extends Unsuccessful {
  constructor(readonly attempt: Attempt) {
    super(diagnose(attempt));
  }
}

interface Deps {
  readonly reach: Reach;
  readonly retrySeconds: readonly number[];
  /** Maximum milliseconds for a server's whole answer. */
  readonly timeoutMs?: number;
}

/** Extra milliseconds for the machine's own delays around a request. */
const slackOf = (timeoutMs: number): number => timeoutMs / 3;

/**
 * Queue of postbacks to ad networks. Delivery is at least once: the item is written with the change of state,
 * and is done once a server answers with success. If a worker dies before it records the answer, the postback
 * goes out again with the same Idempotency-Key.
 */
export const postbackQueue = ({
  reach,
  retrySeconds,
  timeoutMs = TIMEOUT_MS,
}: Deps): Queue<PostbackItem, Attempt> => ({
  name: 'postback',
  columns: ['product_id', 'url', 'host'],
  everyMs: 500,
  concurrency: 20,
  timeoutMs: timeoutMs + slackOf(timeoutMs),
  retrySeconds,
  lanes: (db, now) => readLanes(db, now, 2 * (timeoutMs + slackOf(timeoutMs))),
  async work(_db, { id, url }) {
    const outcome = await attempt(url, { reach, idempotencyKey: id, timeoutMs });
    if (diagnose(outcome) !== 'delivered') throw new NotDelivered(outcome);
    return outcome;
  },
  async settled(tx, item, { done, error, at, nextAt }) {
    const outcome = done ?? (error instanceof NotDelivered ? error.attempt : null);
    const restMs = (retrySeconds[0] ?? 0) * 1000;
    await recordAttempt(tx, item, {
      attempt: outcome,
      at,
      delivered: done !== undefined,
      ended: nextAt === null,
      restMs,
    });
  },
});
