import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseAway } from '../db/transient-error';
import { restAfter } from '../backpressure/traffic-load';
import type { Database, Dialect } from '../db/database';
import { leaseName, LeaseLostError, Leases, type Sweep, type PendingProduct, type Lease } from './job';

/** Called with an error of a job. The job continues. */
export type OnJobError = (error: unknown, job: string) => void;

/** Context of one iteration of a loop. */
export interface LoopContext {
  /** Returns true if the process is stopping. No further step may start then. */
  readonly stopping: () => boolean;
  readonly onError: (error: unknown) => void;
}

interface LoopJob {
  readonly name: string;
  readonly everyMs: number;
  /** True if it keeps the CPU busy. It then rests as long as it worked, up to a limit. */
  readonly heavy: boolean;
}

const AFTER_ERROR_MS = 1000;
/** An iteration may last minutes; the next one must not wait as long. */
const LONGEST_REST_MS = 500;

/** Runs iterations of a job beside requests until it is stopped. */
export class Loop {
  private ending = false;
  private wake = () => {};
  readonly ended: Promise<void>;

  constructor(
    private readonly job: LoopJob,
    private readonly iterate: (context: LoopContext) => Promise<void>,
    private readonly onError: OnJobError,
  ) {
    this.ended = this.run();
  }

  stop(): void {
    this.ending = true;
    this.wake();
  }

  private async run(): Promise<void> {
    const report = (error: unknown) => {
      if (!isDatabaseAway(error)) this.onError(error, this.job.name);
    };
    const context: LoopContext = { stopping: () => this.ending, onError: report };
    while (!this.ending) {
      const started = performance.now();
      let wait = this.job.everyMs;
      try {
        await this.iterate(context);
        if (this.job.heavy) wait = Math.max(wait, Math.min(LONGEST_REST_MS, performance.now() - started));
      } catch (error) {
        wait = AFTER_ERROR_MS;
        report(error);
      }
      if (!this.ending) await this.pause(wait);
    }
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/**
 * Gap between two transactions of the embedded database. It lets requests of this process write, and other
 * processes, which retry every few milliseconds.
 */
const GAP_MS: Record<Dialect, number> = { sqlite: 10, mysql: 0 };

/** Returns the lease of a product's work. */
export const leaseOf = (leases: Leases, sweep: Sweep, { productId }: PendingProduct): Lease =>
  leases.named(leaseName(sweep.name, productId));

interface Open {
  readonly of: PendingProduct;
  readonly lease: Lease;
}

/** How often a busy sweep looks for products with new work. */
const CHECK_MS = 1000;

/** Products whose leases we hold. Each gets one step in turn. */
class Round {
  private open: Open[] = [];
  /** Products in progress, and those left for the next round. */
  private readonly handled = new Set<number>();
  failure: unknown;

  constructor(
    private readonly db: Database,
    private readonly sweep: Sweep,
    private readonly context: LoopContext,
    private readonly leases: Leases,
  ) {}

  get done(): boolean {
    return this.open.length === 0;
  }

  /** Adds products with pending work, except for those that failed or that other processes hold. */
  async look(): Promise<void> {
    for (const of of await this.sweep.waiting(this.db, 'live')) {
      if (this.handled.has(of.productId)) continue;
      const lease = leaseOf(this.leases, this.sweep, of);
      if (!(await lease.acquire())) continue;
      this.handled.add(of.productId);
      this.open.push({ of, lease });
    }
  }
  async steps(): Promise<void> {
    for (const one of [...this.open]) {
      if (this.context.stopping()) return;
      const startedAt = performance.now();
      if (!(await this.step(one))) {
        this.open = this.open.filter((other) => other !== one);
        await one.lease.release();
      }
      await restAfter(performance.now() - startedAt);
      await sleep(GAP_MS[this.db.dialect]);
    }
  }

  /** A lease that can't be released is reacquired in the next round, or expires. */
  async end(): Promise<void> {
    for (const { lease } of this.open) await lease.release().catch(() => undefined);
  }

  /** Runs one step of a product. Returns true if more work is pending. */
  private async step({ of, lease }: Open): Promise<boolean> {
    try {
      await this.sweep.step(this.db, of.productId, lease, 'live');
      if (await this.sweep.isPending(this.db, of, 'live')) return true;
      this.handled.delete(of.productId);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      if (error instanceof LeaseLostError) return false;
      if (this.failure !== undefined) this.context.onError(this.failure);
      this.failure = error;
    }
    return false;
  }
}

/**
 * Processes pending work with one step per product in turn, so a product with a long history doesn't delay
 * others. Skips products held by another process. A failed product waits for the next round.
 * @param leases the worker's leases, shared by all rounds
 */
export async function runSweep(
  db: Database,
  sweep: Sweep,
  context: LoopContext,
  leases = new Leases(db),
): Promise<void> {
  const round = new Round(db, sweep, context, leases);
  try {
    await round.look();
    for (let looked = performance.now(); !round.done && !context.stopping();) {
      await round.steps();
      if (performance.now() - looked < CHECK_MS) continue;
      await round.look();
      looked = performance.now();
    }
  } finally {
    await round.end();
  }
  if (round.failure !== undefined) throw round.failure;
}
