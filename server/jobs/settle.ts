import type { Database } from '../db/database';
import type { Sweep, Waiting } from './job';
import { LeaseLostError, Leases } from './lease';
import { SWEEPS } from './registry';
import { leaseOf } from './sweep-loop';

const TURN_MS = 20;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Works off a product's entries; false when another process is at it. */
async function workOff(
  db: Database,
  sweep: Sweep,
  of: Waiting,
  leases: Leases,
  onStep: () => void,
): Promise<boolean> {
  const lease = leaseOf(leases, sweep, of);
  if (!(await lease.acquire())) return false;
  try {
    while (await sweep.waits(db, of, 'bulk')) {
      await sweep.step(db, of.productId, lease, 'bulk');
      onStep();
    }
    return true;
  } catch (error) {
    if (error instanceof LeaseLostError) return false;
    throw error;
  } finally {
    // The next command would have to wait until it runs out.
    await lease.release().catch(() => lease.release());
  }
}

async function settleSweep(db: Database, sweep: Sweep, leases: Leases, onStep: () => void): Promise<void> {
  let open = await sweep.waiting(db, 'bulk');
  while (open.length > 0) {
    const left: Waiting[] = [];
    for (const of of open) {
      // What another process is at is ours too: it must be done before we end.
      if (!(await workOff(db, sweep, of, leases, onStep)) && (await sweep.waits(db, of, 'bulk')))
        left.push(of);
    }
    open = left;
    if (open.length > 0) await pause(TURN_MS);
  }
}

/**
 * Works off, or waits for others to work off, everything that was waiting for a sweep before the call:
 * afterwards reports say all that was stored. For commands and tests; a server has its worker.
 * @param onStep called after each transaction, for a progress bar.
 * @param sweeps some of them only, in their order.
 */
export async function settle(
  db: Database,
  onStep: () => void = () => undefined,
  sweeps: readonly Sweep[] = SWEEPS,
): Promise<void> {
  const leases = new Leases(db);
  for (const sweep of sweeps) await settleSweep(db, sweep, leases, onStep);
}
