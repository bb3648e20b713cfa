import { setTimeout } from 'node:timers/promises';
import { restAfter } from '../backpressure/traffic-load-watch';
import type { Database, Dialect } from '../db/database';
import { isDatabaseAway } from '../db/transient-error';
import type { Sweep, Waiting } from './job';
import { LeaseLostError, Leases, type Lease } from './lease';
import type { Turn } from './loop';

/**
 * Between two transactions of the embedded database others take their turn: requests of this process, and other
 * processes, which look every few milliseconds whether they can write.
 */
const GAP_MS: Record<Dialect, number> = { sqlite: 10, mysql: 0 };

/** The lease of a product's work. */
export const leaseOf = (leases: Leases, sweep: Sweep, { productId }: Waiting): Lease =>
  leases.named(`${sweep.name}:${productId}`);

interface Open {
  readonly of: Waiting;
  readonly lease: Lease;
}

/** How often a turn that has much to do looks for products that have got something to do meanwhile. */
const LOOK_MS = 1000;

/** Products whose leases are ours, worked on a step of each in turn. */
class Round {
  private open: Open[] = [];
  /** Those at work, and those left for the next turn. */
  private readonly known = new Set<number>();
  failure: unknown;

  constructor(
    private readonly db: Database,
    private readonly sweep: Sweep,
    private readonly turn: Turn,
    private readonly leases: Leases,
  ) {}

  get done(): boolean {
    return this.open.length === 0;
  }

  /** Takes in products with waiting work, but those that another process is at and those that failed. */
  async look(): Promise<void> {
    for (const of of await this.sweep.waiting(this.db, 'live')) {
      if (this.known.has(of.productId)) continue;
      const lease = leaseOf(this.leases, this.sweep, of);
      if (!(await lease.acquire())) continue;
      this.known.add(of.productId);
      this.open.push({ of, lease });
    }
  }
  async steps(): Promise<void> {
    for (const one of [...this.open]) {
      if (this.turn.stopping()) return;
      const begun = performance.now();
      if (!(await this.step(one))) {
        this.open = this.open.filter((other) => other !== one);
        await one.lease.release();
      }
      await restAfter(performance.now() - begun);
      await setTimeout(GAP_MS[this.db.dialect]);
    }
  }

  /** A lease that can't be given back is taken again in the next turn, or runs out. */
  async end(): Promise<void> {
    for (const { lease } of this.open) await lease.release().catch(() => undefined);
  }

  /** One step of a product; whether more of it waits. */
  private async step({ of, lease }: Open): Promise<boolean> {
    try {
      await this.sweep.step(this.db, of.productId, lease, 'live');
      if (await this.sweep.waits(this.db, of, 'live')) return true;
      this.known.delete(of.productId);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      if (error instanceof LeaseLostError) return false;
      if (this.failure !== undefined) this.turn.onError(this.failure);
      this.failure = error;
    }
    return false;
  }
}

/**
 * Works off what waits, a step of each product in turn, so that one with a long history to derive holds up
 * nobody. A product that another process is at is left to it; one that fails is left for the next turn.
 * @param leases the worker's, for all its turns
 */
export async function sweepTurn(
  db: Database,
  sweep: Sweep,
  turn: Turn,
  leases = new Leases(db),
): Promise<void> {
  const round = new Round(db, sweep, turn, leases);
  try {
    await round.look();
    for (let looked = Date.now(); !round.done && !turn.stopping();) {
      await round.steps();
      if (Date.now() - looked < LOOK_MS) continue;
      await round.look();
      looked = Date.now();
    }
  } finally {
    await round.end();
  }
  if (round.failure !== undefined) throw round.failure;
}
