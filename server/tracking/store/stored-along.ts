import type { Tx } from '../../db/database';
import type { IncomingEvent, Outcome } from '../../journeys';

/** Events that somebody else's transaction may store with its own. */
export interface StoredAlong {
  readonly events: readonly IncomingEvent[];
  /** What belongs into that transaction when they are stored: what was refused of them, and that they are. */
  finish(tx: Tx, outcomes: readonly Outcome[]): Promise<void>;
}

/**
 * Gives waiting events to a transaction that is about to begin.
 * @param store stores them with its own, or its own alone; answers whether they are stored
 */
export type Along = (store: (batch: StoredAlong | undefined) => Promise<boolean>) => Promise<void>;
