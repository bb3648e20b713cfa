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
  readonly patienceMs?: number;
}

/** Extra milliseconds for the machine's own delays around a request. */
const slackOf = (patienceMs: number): number => patienceMs / 3;

/**
 * Queue of postbacks to ad networks. Delivery is at least once: the item is written with the change of state,
 * and is done once a server answers with success. If a worker dies before it records the answer, the postback
 * goes out again with the same Idempotency-Key.
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
