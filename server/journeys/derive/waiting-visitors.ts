import { placeholders, type Tx } from '../../db/database';
import { chunksOf } from '../sql/chunks';
import { StaleMarks } from '../sql/stale';
import { deriveVisitors } from './derive-visitors';
import { countEvents, storedWhole } from './stored-whole';

/** How much one transaction takes on. */
export interface Portion {
  /** Marks read from the queue. */
  marks: number;
  /** Events of the visitors that are derived, about: one visitor is never cut in two. */
  events: number;
}

interface Mark {
  id: number;
  visitor_id: string;
  since: number;
  stored_events: number | null;
}

interface Waiting {
  ids: number[];
  since: number;
  /** Null where a mark says nothing of it, or several say different things. */
  stored: number | null;
}

function byVisitor(queue: readonly Mark[]): Map<string, Waiting> {
  const visitors = new Map<string, Waiting>();
  for (const { id, visitor_id, since, stored_events: stored } of queue) {
    const known = visitors.get(visitor_id);
    if (!known) visitors.set(visitor_id, { ids: [id], since, stored });
    else {
      known.ids.push(id);
      known.since = Math.min(known.since, since);
      known.stored = known.stored === null && stored === null ? null : NEVER;
    }
  }
  return visitors;
}

/** A count that no visitor has: stored with what is derived, but for less than all events. */
const NEVER = -1;

/**
 * Works off the queue of one product in the order of the visitors' ids, round and round: what lies together is
 * read together, all marks of a visitor go at once, and nobody waits longer than a round.
 */
export class WaitingVisitors {
  private after = '';

  constructor(private readonly productId: number) {}

  /**
   * Derives the next of the waiting visitors, in the caller's transaction, and takes them off the queue.
   * @returns how many marks went; 0 when none waits.
   */
  async step(tx: Tx, portion: Portion): Promise<number> {
    const queue = await this.next(tx, portion.marks);
    const waiting = byVisitor(queue);
    if (waiting.size === 0) return 0;
    const { productId } = this;
    const counts = await countEvents(tx, productId, [...waiting.keys()]);
    const stale = new StaleMarks(productId);
    const stored = new Map(
      [...waiting].flatMap(([id, { stored: n }]) => (n === null ? [] : [[id, n] as const])),
    );
    const whole = await storedWhole(tx, productId, stored, counts, stale);
    const due = new Map<string, number>();
    const done: number[] = [];
    let events = 0;
    for (const [visitorId, { ids, since }] of waiting) {
      // Of whom nothing is left, all of it went to others.
      if (!whole.has(visitorId) && counts.has(visitorId)) {
        if (events >= portion.events) break;
        events += counts.get(visitorId) ?? 0;
        due.set(visitorId, since);
      }
      done.push(...ids);
      this.after = visitorId;
    }
    if (due.size > 0) await deriveVisitors(tx, productId, due);
    await stale.save(tx);
    for (const chunk of chunksOf(done))
      await tx.execute(`DELETE FROM stale_visitor WHERE id IN (${placeholders(chunk)})`, chunk);
    return done.length;
  }

  private async next(tx: Tx, most: number): Promise<Mark[]> {
    const read = (after: string) =>
      tx.query<Mark>(
        'SELECT id, visitor_id, since, stored_events FROM stale_visitor WHERE product_id = ? AND visitor_id > ? ORDER BY visitor_id LIMIT ?',
        [this.productId, after, most],
      );
    const queue = await read(this.after);
    return queue.length === 0 && this.after !== '' ? read('') : queue;
  }
}
