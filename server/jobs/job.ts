import type { Condition } from '../records/condition';
import type { Database, Tx } from '../db/database';
import type { Lease } from './lease';

/** `live`: beside requests, short transactions; `bulk`: a command that wants to be done. */
export type StepSize = 'live' | 'bulk';

/** A product with waiting work, and the id of its newest entry when somebody looked. */
export interface Waiting {
  readonly productId: number;
  readonly newest: number;
}

/**
 * Work by product: entries that wait in a table say what must be derived anew. One process at a time does a
 * product's, under a lease of its own, so that no product waits for another.
 */
export interface Sweep {
  /** Also the beginning of its leases' names. */
  readonly name: string;
  /** How long the table is left alone when it was found empty. */
  readonly everyMs: number;
  /** Every product with entries that are to be worked off now; a command takes them all. */
  waiting(db: Database, size: StepSize): Promise<Waiting[]>;
  /** Whether an entry that was there when somebody looked still waits. */
  waits(db: Database, of: Waiting, size: StepSize): Promise<boolean>;
  /**
   * Does some of a product's waiting work in one transaction and removes its entries.
   * @param size how much at once: small ones let others write in between.
   */
  step(db: Database, productId: number, lease: Lease, size: StepSize): Promise<void>;
}

/** What every entry of a queue has, as it was claimed. */
export interface QueueItem {
  readonly id: number | string;
  /** This one included. */
  readonly attempts: number;
}

/** Items of a queue that are claimed apart from the others: what is slow in one lane holds up no other. */
export interface Lane {
  readonly key: string;
  /** Which of the items are its own, over their columns. */
  readonly where: Condition;
  /** How many of them may be claimed now: asked in the claim's transaction, so that it can hold over all processes. */
  free(tx: Tx, now: number): Promise<number>;
}

/** What became of an attempt. */
export interface Outcome<Done> {
  /** What `work` answered; undefined when it failed. */
  readonly done: Done | undefined;
  /** What `work` threw; undefined when the item is done. */
  readonly error: unknown;
  readonly at: number;
  /** When the next attempt is due; null when there is none. */
  readonly nextAt: number | null;
}

/** An attempt that failed as attempts may: it is tried again like any, and there is nothing to tell an operator. */
export class Unsuccessful extends Error {}

/**
 * Work item by item: each is claimed in a short transaction with an owner and a time until when, worked on outside
 * of it, and finished only if it is still the owner's. Every item is done at least once, and by nobody while
 * another is at it. Done ones are removed, or stay with no time at which they are due; given-up ones stay with the
 * reason.
 */
export interface Queue<Item extends QueueItem = QueueItem, Done = unknown> {
  /** Also its table, which has the columns id, due_at (null: done or given up), attempts, owner and reason. */
  readonly name: 'reset_mail' | 'postback' | 'delivery';
  /** Columns that `work` wants besides, in snake_case as they are named there. */
  readonly columns: readonly string[];
  readonly everyMs: number;
  /** How many one process has in hand. */
  readonly atOnce: number;
  /** How long an attempt may take; a claim lasts twice as long. */
  readonly patienceMs: number;
  /** Seconds until the next attempt, after each failed one; the last attempt is the one after them. */
  readonly retrySeconds: readonly number[];
  /** The lanes with items that are due and may be worked on; one of all items unless said. */
  lanes?(db: Database, now: number): Promise<readonly Lane[]>;
  /** Does an item. What it throws is the reason why the attempt failed. */
  work(db: Database, item: Item, signal: AbortSignal): Promise<Done>;
  /** Writes what became of an attempt in the transaction that gives the item back. With it, done items stay. */
  settled?(tx: Tx, item: Item, outcome: Outcome<Done>): Promise<void>;
}
