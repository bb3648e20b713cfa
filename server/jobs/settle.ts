import type { Database } from '../db/database';
import type { Job } from './job';
import { Lease, LeaseLostError } from './lease';
import { JOBS } from './registry';

const TURN_MS = 20;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function workOff(db: Database, job: Job, onStep: () => void): Promise<void> {
  const newest = await job.newest(db);
  const lease = new Lease(db, job.name);
  try {
    while (await job.waits(db, newest)) {
      if (!(await lease.acquire())) {
        // Another process is at it: its work is ours too.
        await pause(TURN_MS);
        continue;
      }
      try {
        while (await job.waits(db, newest)) {
          await job.step(db, lease, 'bulk');
          onStep();
        }
      } catch (error) {
        if (!(error instanceof LeaseLostError)) throw error;
      }
    }
  } finally {
    await lease.release();
  }
}

/**
 * Works off, or waits for others to work off, everything that was queued before the call:
 * afterwards reports say all that was stored. For commands and tests; a server has its worker.
 * @param onStep called after each transaction, for a progress bar.
 */
export async function settle(db: Database, onStep: () => void = () => undefined): Promise<void> {
  for (const job of JOBS) await workOff(db, job, onStep);
}
