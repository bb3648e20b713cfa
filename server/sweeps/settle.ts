import type { Database } from '../db/database';
import type { Sweep, PendingProduct } from '../jobs/job';
import { LeaseLostError, Leases } from '../jobs/lease';
import { SWEEPS } from './registry';
import { leaseOf } from '../jobs/sweep-loop';

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
