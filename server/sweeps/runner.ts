import type { Database } from '../db/database';
import type { Queue } from '../jobs/job';
import { Leases } from '../jobs/lease';
import { Loop, type OnJobError } from '../jobs/loop';
import { runQueue } from '../jobs/queue-loop';
import { ALL_SWEEPS } from './registry';
import { runSweep } from '../jobs/sweep-loop';

/** The background work of one process. */
export interface Worker {
  /** Stops after the steps in progress. Other processes or the next start do the remaining work. */
  stop(): Promise<void>;
}

/** Starts every sweep and the given queues. Any number of processes can do so on one database. */
export function startWorker(db: Database, onError: OnJobError, queues: readonly Queue[] = []): Worker {
  const leases = new Leases(db);
  const loops = [
    ...ALL_SWEEPS.map(
      (sweep) =>
        new Loop(
          { name: sweep.name, everyMs: sweep.everyMs, heavy: true },
          (context) => runSweep(db, sweep, context, leases),
          onError,
        ),
    ),
    ...queues.map(
      (queue) =>
        new Loop(
          { name: queue.name, everyMs: queue.everyMs, heavy: false },
          (context) => runQueue(db, queue, context),
          onError,
        ),
    ),
  ];
  return {
    async stop() {
      for (const loop of loops) loop.stop();
      await Promise.all(loops.map((loop) => loop.ended));
    },
  };
}
