import type { Database, Tx } from '../../db/database';
import { ingest, type IncomingEvent, type Outcome } from '../../journeys';
import type { RejectedInput } from '../spool/spool-entry';
import { storeRejected } from './rejected-events';
import { blameOf, blamesContent } from './fault';
import type { OfferBatch, PendingBatch } from './pending-batch';

/** An accepted event with the text to log if it is rejected while storing. */
export interface Delivery {
  event: IncomingEvent;
  /** Received text, for bad_event. */
  text: string;
}

/** Events and rejected events of one request, stored together. */
export interface Parcel {
  door: 'collect' | 's2s';
  ip: string | null;
  deliveries: readonly Delivery[];
  refused: readonly RejectedInput[];
}

interface Job {
  parcel: Parcel;
  resolve: (outcomes: Outcome[]) => void;
  reject: (error: unknown) => void;
}

const MAX_EVENTS = 500;

const carriesClick = ({ parcel }: Job): boolean =>
  parcel.deliveries.some(({ event }) => event.type === 'view' && event.interactionRef !== null);

/** The database does not answer in time; the events may or may not be stored. */
class DatabaseSlowError extends Error {}

/**
 * Stores the events of concurrent requests in shared transactions, one after another. While one runs, the
 * next batch gathers. A parcel resolves once its transaction is durable.
 */
export class IngestQueue {
  private jobs: Job[] = [];
  private running = false;
  private stuck = false;

  /**
   * @param timeoutMs after this time a parcel is rejected although its transaction still runs
   * @param clicks provides recent clicks: a landing stored with or after its click needs no second derivation
   */
  constructor(
    private readonly db: Database,
    private readonly now: () => number,
    private readonly timeoutMs: number,
    private readonly clicks?: OfferBatch,
  ) {}

  /** Returns one outcome per delivery. Rejects if the database is down or too slow. */
  store(parcel: Parcel): Promise<Outcome[]> {
    if (this.stuck) return Promise.reject(new DatabaseSlowError('the database does not answer'));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.giveUp(job), this.timeoutMs);
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
    // Requests of the same event loop iteration share a transaction.
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
      (job, i) => (events += job.parcel.deliveries.length) > MAX_EVENTS && i > 0,
    );
    return this.jobs.splice(0, end < 0 ? this.jobs.length : end);
  }

  /** Stores the jobs and answers each; returns whether the clicks are stored. */
  private async storeTogether(jobs: readonly Job[], clicks?: PendingBatch): Promise<boolean> {
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
      // Neither the clicks nor one request's content may fail the other requests.
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
    clicks: PendingBatch | undefined,
  ): Promise<Outcome[][]> {
    const before = clicks?.events ?? [];
    const all = await ingest(tx, [
      ...before,
      ...parcels.flatMap((parcel) => parcel.deliveries.map((delivery) => delivery.event)),
    ]);
    await clicks?.finish(tx, all.slice(0, before.length));
    let taken = before.length;
    const outcomes = parcels.map((parcel) => all.slice(taken, (taken += parcel.deliveries.length)));
    await storeRejected(
      tx,
      parcels.flatMap((parcel, i) => [
        ...parcel.refused,
        ...this.rejectedByStoring(parcel, outcomes[i] ?? []),
      ]),
    );
    return outcomes;
  }

  private rejectedByStoring({ door, ip, deliveries }: Parcel, outcomes: readonly Outcome[]): RejectedInput[] {
    return deliveries.flatMap(({ event, text }, i) => {
      const outcome = outcomes[i];
      if (outcome?.status !== 'rejected') return [];
      return [{ productId: event.productId, door, reason: outcome.reason, text, ip, storedAt: this.now() }];
    });
  }
}
