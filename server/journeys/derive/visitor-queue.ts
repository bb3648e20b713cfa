import type { Tx } from '../../db/database';
import { execute, select } from '../../db/statements';
import { WRITER_VERSION } from '../../db/writer-gate';
import { StaleMarks } from '../stale';
import { loadHistories } from './histories';
import { visitorJourney } from './visitor-journey';
import { deriveVisitors } from './derive-visitors';
import { countEvents, completeVisitors } from './complete-visitors';

/**
 * Returns the interaction that a stored page view creates by landing from an ad, before its visitor is
 * derived. Null if the visit already has one for the same ad and URL.
 */
export async function landingInteraction(
  tx: Tx,
  productId: number,
  view: { id: string; time: number; visitorId: string },
): Promise<string | null> {
  // The current visit is enough, so no history is read completely.
  const histories = await loadHistories(tx, productId, new Map([[view.visitorId, view.time]]), -Infinity, 0);
  const interactions = histories.flatMap((history) => visitorJourney(history).interactions);
  return interactions.find(({ row, counted }) => counted === 1 && row.access_id === view.id)?.row.id ?? null;
}

/** Limits of one transaction. */
export interface Portion {
  /** Marks to read from the queue. */
  marks: number;
  /** Approximate number of events to derive; a visitor is never split. */
  events: number;
}

interface Mark {
  id: number;
  visitor_id: string;
  since: number;
  stored_events: number | null;
}

interface PendingVisitor {
  ids: number[];
  since: number;
  /** Null if no mark has a count; an impossible count if marks disagree. */
  stored: number | null;
}

function byVisitor(queue: readonly Mark[]): Map<string, PendingVisitor> {
  const visitors = new Map<string, PendingVisitor>();
  for (const { id, visitor_id, since, stored_events: stored } of queue) {
    const known = visitors.get(visitor_id);
    if (!known) visitors.set(visitor_id, { ids: [id], since, stored });
    else {
      known.ids.push(id);
      known.since = Math.min(known.since, since);
      known.stored = known.stored === null && stored === null ? null : MISMATCH;
    }
  }
  return visitors;
}

/** A count that no visitor has: derived data was stored, but not for all events, or by another version. */
const MISMATCH = -1;

/**
 * Processes the queue of one product in the order of visitor ids, in rounds. Neighbouring rows are read
 * together, all marks of a visitor are handled at once, and no visitor waits longer than a round.
 */
export class VisitorQueue {
  private after = '';

  constructor(private readonly productId: number) {}

  /**
   * Derives the next pending visitors in the caller's transaction and removes them from the queue.
   * @returns the number of removed marks; 0 if none are pending
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
    const whole = await completeVisitors(tx, productId, stored, counts, stale);
    const due = new Map<string, number>();
    const done: number[] = [];
    let events = 0;
    for (const [visitorId, { ids, since }] of waiting) {
      // A visitor without events has lost all of them to other visitors.
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
    await execute(tx)`DELETE FROM stale_visitor WHERE id IN ${done}`;
    return done.length;
  }

  private async next(tx: Tx, most: number): Promise<Mark[]> {
    const read = (after: string) =>
      select<Mark>(tx)`SELECT id, visitor_id, since, CASE WHEN stored_events IS NOT NULL
          AND writer <> ${WRITER_VERSION} THEN ${MISMATCH} ELSE stored_events END AS stored_events
        FROM stale_visitor WHERE product_id = ${this.productId} AND visitor_id > ${after} ORDER BY visitor_id LIMIT ${most}`;
    const queue = await read(this.after);
    return queue.length === 0 && this.after !== '' ? read('') : queue;
  }
}
