import { EVENTS_AT_ONCE, ingest, type IncomingEvent } from '../../journeys';
import type { ResultHold } from '../../results';
import type { Database, Dialect, Tx } from '../../db/database';
import { people, peopleInOrder, type PersonEvents } from './people';
import type { HistoryPlan } from './plan';

/**
 * Parallel transactions: while one waits for the server and its disk, the next is prepared. The embedded
 * database has one writer.
 */
const LANES: Record<Dialect, number> = { sqlite: 1, mysql: 3 };

interface Batch {
  events: IncomingEvent[];
  clicks: number;
}

/** Groups several people into a batch. */
function* batches(persons: Iterable<PersonEvents>, least: number): Generator<Batch> {
  let batch: Batch = { events: [], clicks: 0 };
  for (const person of persons) {
    batch.events.push(...person.events);
    batch.clicks += person.clicks;
    if (batch.events.length < least) continue;
    yield batch;
    batch = { events: [], clicks: 0 };
  }
  if (batch.events.length > 0) yield batch;
}

/** Events per batch of one transaction. */
const BATCH = 2000;

/** Stores the plan's events in the caller's transaction, through the same ingestion as live events. */
export const storeHistory = async (tx: Tx, plan: HistoryPlan): Promise<void> => {
  for (const { events } of batches(people(plan), BATCH)) await ingest(tx, events);
};

export interface LoadProgress {
  /** Clicks of the plan that are stored so far. */
  clicks: number;
  events: number;
  duplicates: number;
}

/**
 * Stores the plan's events in many transactions, for histories of any size. Journeys, results and rollups are
 * queued, not yet derived; results wait until the owner of the hold releases it. A repeated plan yields
 * duplicates only, so a failed run can be repeated.
 */
export const loadHistory = async (
  db: Database,
  plan: HistoryPlan,
  onProgress: (progress: LoadProgress) => void = () => undefined,
  hold?: ResultHold,
): Promise<LoadProgress> => {
  const progress: LoadProgress = { clicks: 0, events: 0, duplicates: 0 };
  await hold?.beat();
  // Shared by the lanes. Batches have no person in common, so their order doesn't matter; a failed lane stops
  // the others.
  const waiting = batches(peopleInOrder(plan), EVENTS_AT_ONCE[db.dialect]);
  const lane = async (): Promise<void> => {
    for (const { events, clicks } of waiting) {
      await hold?.beat();
      const outcomes = await db.write((tx) => ingest(tx, events, { hold: hold?.name }));
      progress.clicks += clicks;
      progress.events += events.length;
      progress.duplicates += outcomes.filter((outcome) => outcome.status === 'duplicate').length;
      onProgress(progress);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: LANES[db.dialect] }, lane));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return progress;
};
