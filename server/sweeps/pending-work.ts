import type { Database } from '../db/database';
import type { Queue } from '../jobs/job';
import { isQueuePending } from '../jobs/queue-loop';
import { ALL_SWEEPS } from './registry';

/** Returns true if a sweep or a queue has work to do now. */
export async function hasPendingWork(db: Database, queues: readonly Queue[] = []): Promise<boolean> {
  for (const sweep of ALL_SWEEPS) if ((await sweep.waiting(db, 'live')).length > 0) return true;
  for (const queue of queues) if (await isQueuePending(db, queue)) return true;
  return false;
}
