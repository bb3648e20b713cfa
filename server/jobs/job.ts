import type { Condition } from '../db/condition';
import type { Database, Tx } from '../db/database';
import type { Lease } from './lease';

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
  readonly name: 'reset_mail' | 'postback' | 'delivery';
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
