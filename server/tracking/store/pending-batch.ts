import type { Tx } from '../../db/database';
import type { IncomingEvent, Outcome } from '../../journeys';

/** Events that another transaction may store with its own. */
export interface PendingBatch {
  readonly events: readonly IncomingEvent[];
  /** Completes that transaction: stores rejected events and the new position. */
  finish(tx: Tx, outcomes: readonly Outcome[]): Promise<void>;
}

/**
 * Offers pending events to a transaction that is about to start.
 * @param store stores them with its own events, or only its own; returns whether they are stored
 */
export type OfferBatch = (store: (batch: PendingBatch | undefined) => Promise<boolean>) => Promise<void>;
