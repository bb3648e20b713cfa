import type { Database } from '../db/database';
import type { Queue } from './job';
import { ALL_SWEEPS } from './registry';

/** Whether a sweep or one of the queues has something to do now. */
export async function workWaits(db: Database, queues: readonly Queue[] = []): Promise<boolean> {
  for (const sweep of ALL_SWEEPS) if ((await sweep.waiting(db, 'live')).length > 0) return true;
  for (const { name } of queues) if ((await db.read(`SELECT id FROM ${name} WHERE due_at <= ? LIMIT 1`, [Date.now()])).length > 0) return true;
  return false;
}
