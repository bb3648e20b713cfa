import { ingest, type IncomingEvent } from '../../../journeys';
import type { ResultHold } from '../../../results';
import type { Database, Dialect, Tx } from '../../database';
import { people, peopleInOrder, type PersonEvents } from './people';
import type { HistoryPlan } from './plan';

/** Events a statement round: large enough that the round does not count, small enough for a quiet redo. */
const BATCH = 2000;

/** Transactions at once: while one waits for the server and its disk, another is made. The embedded database has one writer. */
const LANES: Record<Dialect, number> = { sqlite: 1, mysql: 3 };

interface Batch {
  events: IncomingEvent[];
  clicks: number;
}

/** Several people at a time. */
function* batches(persons: Iterable<PersonEvents>): Generator<Batch> {
  let batch: Batch = { events: [], clicks: 0 };
  for (const person of persons) {
    batch.events.push(...person.events);
    batch.clicks += person.clicks;
    if (batch.events.length < BATCH) continue;
    yield batch;
    batch = { events: [], clicks: 0 };
  }
  if (batch.events.length > 0) yield batch;
}

/** Stores the plan's events in the caller's transaction, by the same way as every door. */
export const storeHistory = async (tx: Tx, plan: HistoryPlan): Promise<void> => {
  for (const { events } of batches(people(plan))) await ingest(tx, events);
};

export interface LoadProgress {
  /** Clicks made so far, of the plan's. */
  clicks: number;
  events: number;
  duplicates: number;
}

/**
 * The same in many transactions, for histories of any size. Journeys, results and rollups are queued, not
 * yet derived; the hold keeps results back until its owner releases it. The same plan again finds duplicates only, so a broken run can simply be repeated.
 */
export const loadHistory = async (
  db: Database,
  plan: HistoryPlan,
  onProgress: (progress: LoadProgress) => void = () => undefined,
  hold?: ResultHold,
): Promise<LoadProgress> => {
  const progress: LoadProgress = { clicks: 0, events: 0, duplicates: 0 };
  await hold?.beat();
  // Shared by the lanes. No two batches have a person in common, so that it is all the same which is stored first; one lane that fails ends the others.
  const waiting = batches(peopleInOrder(plan));
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
