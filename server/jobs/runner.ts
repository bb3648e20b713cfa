import type { Database } from '../db/database';
import { isDatabaseAway } from '../db/transient-error';
import type { Job } from './job';
import { Lease, LeaseLostError } from './lease';
import { JOBS } from './registry';

/** Told of what went wrong in a job; the job goes on. */
export type OnJobError = (error: unknown, job: string) => void;

const AFTER_ERROR_MS = 1000;

/** Lets requests be answered between two transactions of the embedded database. */
const yieldToRequests = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Runs one job for ever, beside requests, in turns with the other processes. */
class JobLoop {
  private stopping = false;
  private wake = () => {};
  private readonly lease: Lease;
  readonly ended: Promise<void>;

  constructor(
    private readonly db: Database,
    private readonly job: Job,
    private readonly onError: OnJobError,
  ) {
    this.lease = new Lease(db, job.name);
    this.ended = this.run();
  }

  stop(): void {
    this.stopping = true;
    this.wake();
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      const started = Date.now();
      let wait = this.job.everyMs;
      try {
        await this.workOff();
        // A job that is slow on a big day must not take all of the machine.
        wait = Math.max(wait, Date.now() - started);
      } catch (error) {
        wait = AFTER_ERROR_MS;
        if (!(error instanceof LeaseLostError) && !isDatabaseAway(error)) this.onError(error, this.job.name);
      }
      if (!this.stopping) await this.pause(wait);
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

  private async workOff(): Promise<void> {
    const { db, job, lease } = this;
    const newest = await job.newest(db);
    if (newest === 0 || !(await lease.acquire())) return;
    try {
      while (!this.stopping && (await job.waits(db, newest))) {
        await job.step(db, lease, 'live');
        await yieldToRequests();
      }
    } finally {
      await lease.release().catch(() => undefined);
    }
  }
}

/** The background work of one process. */
export interface Worker {
  /** Ends after the transaction under way; what waits is left to others or the next start. */
  stop(): Promise<void>;
}

/** Starts every registered job. Any number of processes may do so on one database. */
export function startWorker(db: Database, onError: OnJobError): Worker {
  const loops = JOBS.map((job) => new JobLoop(db, job, onError));
  return {
    async stop() {
      for (const loop of loops) loop.stop();
      await Promise.all(loops.map((loop) => loop.ended));
    },
  };
}
