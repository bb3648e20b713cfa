import type { Database, Tx } from '../../db/database';
import { ingest, type IncomingEvent, type Outcome } from '../../journeys';
import type { RefusedInput } from '../spool/spool-entry';
import { storeRefused } from './rejected-events';
import { blameOf, blamesContent } from './fault';
import type { Along, StoredAlong } from './stored-along';

/** One event that a door lets through, with what is kept should storing refuse it after all. */
export interface Delivery {
  event: IncomingEvent;
  /** What came in, for bad_event. */
  text: string;
}

/** What one request brings: its good events and its refused inputs, stored together. */
export interface Parcel {
  door: 'collect' | 's2s';
  ip: string | null;
  deliveries: readonly Delivery[];
  refused: readonly RefusedInput[];
}

interface Job {
  parcel: Parcel;
  resolve: (outcomes: Outcome[]) => void;
  reject: (error: unknown) => void;
}

const MOST_EVENTS = 500;

const carriesClick = ({ parcel }: Job): boolean =>
  parcel.deliveries.some(({ event }) => event.type === 'view' && event.interactionRef !== null);

/** The database does not answer in time; what was sent may be stored or not. */
class DatabaseSlowError extends Error {}

/**
 * Stores the events of concurrent requests in common transactions, one after another: while one runs, the next
 * gathers. A parcel resolves when its transaction is durable.
 */
export class IngestQueue {
  private jobs: Job[] = [];
  private running = false;
  private stuck = false;

  /**
   * @param patienceMs after which a parcel is given back although its transaction still runs
   * @param clicks gives some of the clicks answered so far: a landing that is stored with its click, or after it, needs no second look
   */
  constructor(
    private readonly db: Database,
    private readonly now: () => number,
    private readonly patienceMs: number,
    private readonly clicks?: Along,
  ) {}

  /** One outcome per delivery. Rejects when the database is away, or slower than the patience allows. */
  store(parcel: Parcel): Promise<Outcome[]> {
    if (this.stuck) return Promise.reject(new DatabaseSlowError('the database does not answer'));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.giveUp(job), this.patienceMs);
      const job: Job = {
        parcel,
        resolve: (outcomes) => {
          clearTimeout(timer);
          resolve(outcomes);
        },
        reject: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      };
      this.jobs.push(job);
      if (!this.running) void this.run();
    });
  }

  private giveUp(job: Job): void {
    this.stuck = this.running;
    this.jobs = this.jobs.filter((waiting) => waiting !== job);
    job.reject(new DatabaseSlowError('the database does not answer'));
  }

  private async run(): Promise<void> {
    this.running = true;
    // The requests that came in the same turn go together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.jobs.length > 0) {
      if (this.clicks && this.jobs.some(carriesClick))
        await this.clicks((batch) => this.storeTogether(this.nextJobs(), batch));
      else await this.storeTogether(this.nextJobs());
    }
    this.running = false;
  }

  private nextJobs(): Job[] {
    let events = 0;
    const end = this.jobs.findIndex(
      (job, i) => (events += job.parcel.deliveries.length) > MOST_EVENTS && i > 0,
    );
    return this.jobs.splice(0, end < 0 ? this.jobs.length : end);
  }

  /** Answers whether the clicks are stored; the requests are answered in any case. */
  private async storeTogether(jobs: readonly Job[], clicks?: StoredAlong): Promise<boolean> {
    if (jobs.length === 0 && !clicks) return false;
    try {
      const outcomes = await this.db.write((tx) =>
        this.transact(
          tx,
          jobs.map((job) => job.parcel),
          clicks,
        ),
      );
      jobs.forEach((job, i) => job.resolve(outcomes[i] ?? []));
      return true;
    } catch (error) {
      // Neither the clicks nor one request's content must fail its neighbours.
      if (clicks && blameOf(error) !== 'database') await this.storeTogether(jobs);
      else if (jobs.length > 1 && blamesContent(error))
        for (const job of jobs) await this.storeTogether([job]);
      else for (const job of jobs) job.reject(error);
      return false;
    } finally {
      this.stuck = false;
    }
  }

  private async transact(
    tx: Tx,
    parcels: readonly Parcel[],
    clicks: StoredAlong | undefined,
  ): Promise<Outcome[][]> {
    const before = clicks?.events ?? [];
    const all = await ingest(tx, [
      ...before,
      ...parcels.flatMap((parcel) => parcel.deliveries.map((delivery) => delivery.event)),
    ]);
    await clicks?.finish(tx, all.slice(0, before.length));
    let taken = before.length;
    const outcomes = parcels.map((parcel) => all.slice(taken, (taken += parcel.deliveries.length)));
    await storeRefused(
      tx,
      parcels.flatMap((parcel, i) => [...parcel.refused, ...this.refusedLate(parcel, outcomes[i] ?? [])]),
    );
    return outcomes;
  }

  private refusedLate({ door, ip, deliveries }: Parcel, outcomes: readonly Outcome[]): RefusedInput[] {
    return deliveries.flatMap(({ event, text }, i) => {
      const outcome = outcomes[i];
      if (outcome?.status !== 'rejected') return [];
      return [{ productId: event.productId, door, reason: outcome.reason, text, ip, storedAt: this.now() }];
    });
  }
}
