import type { Database } from '../db/database';
import { type Queue, type Sweep, type PendingProduct, Leases, LeaseLostError } from '../jobs/job';
import { Loop, type OnJobError, runSweep, leaseOf } from '../jobs/sweep-loop';
import { runQueue, isQueuePending } from '../jobs/queue-loop';
import { ALL_SWEEPS, SWEEPS } from './sweeps';

export { journeysSweep } from './sweeps';

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

const POLL_MS = 20;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Processes a product's entries. Returns false if another process holds them. */
async function workOff(
  db: Database,
  sweep: Sweep,
  of: PendingProduct,
  leases: Leases,
  onStep: () => void,
): Promise<boolean> {
  const lease = leaseOf(leases, sweep, of);
  if (!(await lease.acquire())) return false;
  try {
    while (await sweep.isPending(db, of, 'bulk')) {
      await sweep.step(db, of.productId, lease, 'bulk');
      onStep();
    }
    return true;
  } catch (error) {
    if (error instanceof LeaseLostError) return false;
    throw error;
  } finally {
    // Retry the release: otherwise the next command has to wait for the expiry.
    await lease.release().catch(() => lease.release());
  }
}

async function settleSweep(db: Database, sweep: Sweep, leases: Leases, onStep: () => void): Promise<void> {
  let open = await sweep.waiting(db, 'bulk');
  while (open.length > 0) {
    const left: PendingProduct[] = [];
    for (const of of open) {
      // Work held by another process must also be done before we end.
      if (!(await workOff(db, sweep, of, leases, onStep)) && (await sweep.isPending(db, of, 'bulk')))
        left.push(of);
    }
    open = left;
    if (open.length > 0) await pause(POLL_MS);
  }
}

/**
 * Processes everything pending before the call, or waits for other processes to do so. Afterwards reports
 * cover all stored events. For commands and tests; a server has its worker.
 * @param onStep called after each transaction, for a progress bar
 * @param sweeps subset to run, in order
 */
export async function settle(
  db: Database,
  onStep: () => void = () => undefined,
  sweeps: readonly Sweep[] = SWEEPS,
): Promise<void> {
  const leases = new Leases(db);
  for (const sweep of sweeps) await settleSweep(db, sweep, leases, onStep);
}

/** Returns true if a sweep or a queue has work to do now. */
export async function hasPendingWork(db: Database, queues: readonly Queue[] = []): Promise<boolean> {
  for (const sweep of ALL_SWEEPS) if ((await sweep.waiting(db, 'live')).length > 0) return true;
  for (const queue of queues) if (await isQueuePending(db, queue)) return true;
  return false;
}
