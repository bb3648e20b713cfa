import { diagnose } from '../../shared/domain/postback';
import { Unsuccessful, type Queue, type QueueItem } from '../jobs';
import { lanesOf } from './lanes';
import type { Reach } from './reach';
import { record } from './record';
import { attempt, PATIENCE_MS, type Attempt } from './request';

export interface PostbackItem extends QueueItem {
  readonly id: string;
  readonly product_id: number;
  readonly url: string;
  readonly host: string;
}

/** An attempt that was not answered with success; its message is the diagnosis. */
class NotDelivered extends Unsuccessful {
  constructor(readonly attempt: Attempt) {
    super(diagnose(attempt));
  }
}

interface Deps {
  readonly reach: Reach;
  readonly retrySeconds: readonly number[];
  /** How long a server may take for its whole answer. */
  readonly patienceMs?: number;
}

/** Beside the request itself: what the machine may take to come round to it. */
const slackOf = (patienceMs: number): number => patienceMs / 3;

/**
 * Notifications of ad networks. Each goes out at least once: the item is written with the change of state that it
 * tells of, and is done when a server has answered it with success. A worker that dies between the answer and writing
 * it down sends it again, under the same Idempotency-Key.
 */
export const postbackQueue = ({
  reach,
  retrySeconds,
  patienceMs = PATIENCE_MS,
}: Deps): Queue<PostbackItem, Attempt> => ({
  name: 'postback',
  columns: ['product_id', 'url', 'host'],
  everyMs: 500,
  atOnce: 20,
  patienceMs: patienceMs + slackOf(patienceMs),
  retrySeconds,
  lanes: (db, now) => lanesOf(db, now, 2 * (patienceMs + slackOf(patienceMs))),
  async work(_db, { id, url }) {
    const made = await attempt(url, { reach, idempotencyKey: id, patienceMs });
    if (diagnose(made) !== 'delivered') throw new NotDelivered(made);
    return made;
  },
  async settled(tx, item, { done, error, at, nextAt }) {
    const made = done ?? (error instanceof NotDelivered ? error.attempt : null);
    const restMs = (retrySeconds[0] ?? 0) * 1000;
    await record(tx, item, { made, at, delivered: done !== undefined, ended: nextAt === null, restMs });
  },
});
