import { innermost, isDatabaseAway, isRetryable } from '../db/transient-error';
import type { Tx, Database } from '../db/database';
import {
  ingest,
  interactionsNamed,
  waits,
  type ClickEvent,
  type IncomingEvent,
  type Outcome,
} from '../journeys';
import { appendAll, type LineLog } from './spool/segment-log';
import type { RejectedInput } from './spool/spool-line';
import { keepWaiting, storeRejected } from './unstored-events';

/** MariaDB/MySQL: value too long, wrong type, out of range, missing, not convertible, duplicate key. */
const CONTENT_ERRNO = new Set([1406, 1366, 1264, 1048, 1292, 1300, 1062]);
/** SQLite: too big, constraint, mismatch (primary result codes). */
const CONTENT_ERRCODE = new Set([18, 19, 20]);

/**
 * MariaDB/MySQL: disk or table full, file and storage engine errors, no memory, too many connections, access
 * denied, missing database, table or column (not migrated yet), shutdown, killed, read-only, timeout.
 */
const DATABASE_ERRNO = new Set([
  3, 1004, 1005, 1006, 1015, 1016, 1021, 1026, 1030, 1034, 1037, 1038, 1040, 1041, 1044, 1045, 1047, 1049,
  1053, 1054, 1114, 1129, 1130, 1142, 1143, 1146, 1180, 1181, 1194, 1195, 1203, 1226, 1290, 1317, 1637, 1792,
  1836, 1927, 1969, 3024,
]);
/**
 * SQLite: missing table or column, busy, locked, no memory, read-only, interrupted, I/O, corrupt, full, can't
 * open, no access, not a database.
 */
const DATABASE_ERRCODE = new Set([1, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 23, 26]);

/**
 * True if the content caused the failure, so a retry can't help. Other failures (database down, full, busy,
 * not migrated yet) may pass.
 */
export function blamesContent(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return true;
  const { errno, errcode } = innermost(error);
  return CONTENT_ERRNO.has(errno ?? 0) || CONTENT_ERRCODE.has((errcode ?? 0) & 0xff);
}

/** Returns the cause of a failure to store: the content, the database, or unclear. */
export function blameOf(error: unknown): 'entry' | 'database' | 'unclear' {
  if (blamesContent(error)) return 'entry';
  const { errno, errcode } = innermost(error);
  const database = DATABASE_ERRNO.has(errno ?? 0) || DATABASE_ERRCODE.has((errcode ?? 0) & 0xff);
  return database || isDatabaseAway(error) || isRetryable(error) ? 'database' : 'unclear';
}

/**
 * Offers the clicks with these ids that wait for the database to a transaction.
 * @param store stores them with its own events and returns the ids of the stored clicks
 */
export type StoreAhead = (
  ids: readonly string[],
  store: (clicks: readonly ClickEvent[]) => Promise<readonly string[]>,
) => Promise<void>;

/** An accepted event with the text to log if it is rejected while storing. */
export interface Delivery {
  event: IncomingEvent;
  /** Received text, for bad_event. */
  text: string;
}

/** Events and rejected events of one request, stored together. */
export interface Parcel {
  door: 'collect' | 's2s' | 'postback';
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

/** Returns the clicks that landings carry, and conversions name. */
const clicksOf = (jobs: readonly Job[]): string[] => {
  const events = jobs.flatMap(({ parcel }) => parcel.deliveries.map(({ event }) => event));
  return [
    ...events.flatMap((event) => (event.type === 'view' && event.interactionRef) || []),
    ...interactionsNamed(events.filter((event) => event.type === 'conversion')),
  ];
};

/** Returns the deliveries that are stored, now or before. */
const storedOf = (jobs: readonly Job[], outcomes: readonly Outcome[][]): Delivery[] =>
  jobs.flatMap(({ parcel }, job) =>
    parcel.deliveries.filter((_, index) => outcomes[job]?.[index]?.status !== 'rejected'),
  );

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
   * @param clicks waiting clicks that the events name: a conversion needs its click, and a landing stored with or
   * after its click needs no second derivation
   * @param copies returns the log of the stored events, if they are kept for a replay
   */
  constructor(
    private readonly db: Database,
    private readonly now: () => number,
    private readonly timeoutMs: number,
    private readonly clicks?: StoreAhead,
    private readonly copies: () => LineLog | undefined = () => undefined,
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
      const jobs = this.nextJobs();
      const named = this.clicks ? clicksOf(jobs) : [];
      if (this.clicks && named.length > 0)
        await this.clicks(named, (clicks) => this.storeTogether(jobs, clicks));
      else await this.storeTogether(jobs);
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

  /** Stores the jobs, with clicks that wait for the database, and answers each; returns the stored clicks. */
  private async storeTogether(jobs: readonly Job[], clicks: readonly ClickEvent[] = []): Promise<string[]> {
    try {
      const { outcomes, refused, stored } = await this.db.write((tx) =>
        this.transact(
          tx,
          jobs.map((job) => job.parcel),
          clicks,
        ),
      );
      const answer = (): void => jobs.forEach((job, i) => job.resolve(outcomes[i] ?? []));
      const copies = this.copies();
      // The next transaction does not wait for the disk. A full disk refuses no event that the database has.
      if (copies) void appendAll(copies, { deliveries: storedOf(jobs, outcomes), refused }).then(answer);
      else answer();
      return stored;
    } catch (error) {
      // Neither a click nor one request's content may fail the other requests.
      if (clicks.length > 0 && blameOf(error) !== 'database') await this.storeTogether(jobs);
      else if (jobs.length > 1 && blamesContent(error))
        for (const job of jobs) await this.storeTogether([job]);
      else for (const job of jobs) job.reject(error);
      return [];
    } finally {
      this.stuck = false;
    }
  }

  private async transact(
    tx: Tx,
    parcels: readonly Parcel[],
    clicks: readonly ClickEvent[],
  ): Promise<{ outcomes: Outcome[][]; refused: RejectedInput[]; stored: string[] }> {
    const received = parcels.flatMap(({ door, deliveries }) =>
      deliveries.map((delivery) => ({ ...delivery, door })),
    );
    const all = await ingest(tx, [...clicks, ...received.map(({ event }) => event)], { mayWait: true });
    const waiting = received.filter((_, index) => waits(all[clicks.length + index]));
    await keepWaiting(tx, waiting, this.now());
    let taken = clicks.length;
    const outcomes = parcels.map((parcel) => all.slice(taken, (taken += parcel.deliveries.length)));
    const refused = parcels.flatMap((parcel, i) => [
      ...parcel.refused,
      ...this.rejectedByStoring(parcel, outcomes[i] ?? []),
    ]);
    await storeRejected(tx, refused);
    // The drainer records the reason of a rejected click.
    return {
      outcomes,
      refused,
      stored: clicks.filter((_, i) => all[i]?.status !== 'rejected').map(({ id }) => id),
    };
  }

  private rejectedByStoring({ door, ip, deliveries }: Parcel, outcomes: readonly Outcome[]): RejectedInput[] {
    return deliveries.flatMap(({ event, text }, i) => {
      const outcome = outcomes[i];
      if (outcome?.status !== 'rejected') return [];
      return [{ productId: event.productId, door, reason: outcome.reason, text, ip, storedAt: this.now() }];
    });
  }
}
