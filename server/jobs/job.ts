import { hostname } from 'node:os';
import { randomBytes } from 'node:crypto';
import { execute } from '../db/statements';
import { passGate } from '../db/writer-gate';
import { isDuplicateKey } from '../db/transient-error';
import type { Database, Tx } from '../db/database';
import type { Condition } from '../db/condition';

/** Identifies this process among all that share the database. */
export const OWNER = `${hostname().slice(0, 32)}:${process.pid}:${randomBytes(6).toString('hex')}`;

/** A holder without a sign of life for this long is considered dead. */
const LEASE_MS = 20_000;

/** The clocks of machines differ by less. */
const MAX_CLOCK_SKEW_MS = 600_000;

/** Returns the latest instant that a process can have stored. A later one is from a clock that was ahead. */
export const latestInstant = (now: number): number => now + MAX_CLOCK_SKEW_MS;

/** Thrown inside a transaction whose lease another process has taken over: nothing is written. */
export class LeaseLostError extends Error {
  constructor(name: string) {
    super(`The lease "${name}" was taken over by another process`);
    this.name = 'LeaseLostError';
  }
}

/**
 * A row that lets one process at a time do a job. Works on both databases, without locks that outlive a
 * connection. Loops within one process must not share a lease object.
 */
export class Lease {
  private readonly owner: string;

  constructor(
    private readonly db: Database,
    readonly name: string,
  ) {
    this.owner = `${OWNER}:${randomBytes(3).toString('hex')}`.slice(0, 64);
  }

  /**
   * Acquires the lease unless a live holder has it. Returns true if it is ours now.
   * @throws OutdatedWriterError if this version may not write
   */
  async acquire(now = Date.now()): Promise<boolean> {
    const expires = now + LEASE_MS;
    return this.db
      .write(async (tx) => {
        await passGate(tx);
        const taken = await execute(tx)`UPDATE lease SET owner = ${this.owner}, expires_at = ${expires}
          WHERE name = ${this.name}
            AND (owner = ${this.owner} OR expires_at < ${now} OR expires_at > ${latestInstant(expires)})`;
        if (taken > 0) return true;
        const [existing] = await tx.query('SELECT name FROM lease WHERE name = ?', [this.name]);
        if (existing) return false;
        await execute(tx)`INSERT INTO lease (name, owner, expires_at)
          VALUES (${this.name}, ${this.owner}, ${expires})`;
        return true;
      })
      .catch(async (error: unknown) => {
        if (isDuplicateKey(error)) return false;
        // The lease may have been acquired despite the error. If the release fails too, the lease expires.
        await this.release().catch(() => undefined);
        throw error;
      });
  }

  /**
   * Extends the lease. Must be the first statement of every transaction under it. On MariaDB it locks the row
   * until the commit, so transactions of two holders can't overlap.
   * @throws LeaseLostError if the lease is no longer ours
   */
  async confirm(tx: Tx, now = Date.now()): Promise<void> {
    const mine = await execute(tx)`UPDATE lease SET expires_at = ${now + LEASE_MS} WHERE name = ${this.name}
      AND owner = ${this.owner}`;
    if (mine === 0) throw new LeaseLostError(this.name);
  }

  async release(): Promise<void> {
    await this.db.write((tx) =>
      tx.execute('UPDATE lease SET expires_at = 0 WHERE name = ? AND owner = ?', [this.name, this.owner]),
    );
  }
}

/** Returns the lease name of a product's work. The upgrade ends all leases with a slash in their name. */
export const leaseName = (job: string, productId: number): string => `${job}/${productId}`;

/** Releases the leases of a dead process, so no other process has to wait for their expiry. */
export async function releaseLeasesOf(db: Database, owner: string): Promise<void> {
  await db.write(
    (tx) =>
      execute(
        tx,
      )`UPDATE lease SET expires_at = 0 WHERE SUBSTR(owner, 1, ${owner.length + 1}) = ${`${owner}:`}`,
  );
}

/**
 * Leases of one worker, with one object per name during its lifetime. It can reacquire a lease at once after
 * an unnoticed acquisition or a failed release. A new object would have to wait for the expiry.
 */
export class Leases {
  private readonly all = new Map<string, Lease>();

  constructor(private readonly db: Database) {}

  named(name: string): Lease {
    const known = this.all.get(name) ?? new Lease(this.db, name);
    this.all.set(name, known);
    return known;
  }
}

/** `live`: short transactions beside requests; `bulk`: a command that should finish soon. */
export type StepSize = 'live' | 'bulk';

/** Product with pending work, and the id of its newest entry at the time of the check. */
export interface PendingProduct {
  readonly productId: number;
  readonly newest: number;
}

/**
 * Background work by product. Entries in a table mark what must be derived again. A lease per product lets
 * one process at a time work on it, so products don't wait for each other.
 */
export interface Sweep {
  /** Also the prefix of its lease names. */
  readonly name: string;
  /** Pause after the table was found empty. */
  readonly everyMs: number;
  /** Returns every product with entries due now. A command processes all entries. */
  waiting(db: Database, size: StepSize): Promise<PendingProduct[]>;
  /** Returns true if an entry that existed at the last check is still pending. */
  isPending(db: Database, of: PendingProduct, size: StepSize): Promise<boolean>;
  /**
   * Processes part of a product's pending work in one transaction and removes its entries.
   * @param size portion size: small ones let other writers in between
   */
  step(db: Database, productId: number, lease: Lease, size: StepSize): Promise<void>;
}

/** Common columns of queue entries, as claimed. */
export interface QueueItem {
  readonly id: number | string;
  /** Includes the current attempt. */
  readonly attempts: number;
}

/** Queue items claimed separately: a slow lane doesn't delay the others. */
export interface Lane {
  readonly key: string;
  /** Condition that selects its items. */
  readonly where: Condition;
  /**
   * Returns how many items may be claimed now. Called in the claim's transaction, so the limit holds across
   * processes.
   */
  free(tx: Tx, now: number): Promise<number>;
}

/** Outcome of an attempt. */
export interface Outcome<Done> {
  /** Return value of `work`; undefined if it failed. */
  readonly done: Done | undefined;
  /** Exception of `work`; undefined if it succeeded. */
  readonly error: unknown;
  readonly at: number;
  /** When the next attempt is due; null if there is none. */
  readonly nextAt: number | null;
}

/** An expected failure of an attempt. It is retried as usual but not reported to the operator. */
export class Unsuccessful extends Error {}

/**
 * Work item by item. Each item is claimed in a short transaction with an owner and an expiry, processed
 * outside of it, and completed only if the owner is unchanged. Every item is processed at least once and
 * never by two workers at a time. Completed items are removed, or kept without a due time. Abandoned items
 * are kept with the reason.
 */
export interface Queue<Item extends QueueItem = QueueItem, Done = unknown> {
  /**
   * Also its table with the columns id, due_at (null: completed or abandoned), attempts, owner and reason.
   */
  readonly name: 'reset_mail' | 'postback' | 'delivery' | 'conversion_batch';
  /** Further columns for `work`, in snake_case as in the table. */
  readonly columns: readonly string[];
  readonly everyMs: number;
  /** Maximum number of items in progress per process. */
  readonly concurrency: number;
  /** Timeout of an attempt. A claim lasts twice as long. */
  readonly timeoutMs: number;
  /** Seconds until the next attempt after each failure. The last attempt follows the last entry. */
  readonly retrySeconds: readonly number[];
  /** Returns the lanes with due items that may be processed. Defaults to one lane with all items. */
  lanes?(db: Database, now: number): Promise<readonly Lane[]>;
  /** Processes an item. An exception is the reason for a failed attempt. */
  work(db: Database, item: Item, signal: AbortSignal): Promise<Done>;
  /** Stores the outcome in the transaction that releases the item. If defined, completed items are kept. */
  settled?(tx: Tx, item: Item, outcome: Outcome<Done>): Promise<void>;
}
