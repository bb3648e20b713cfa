import type { Tx } from '../../db/database';
import { loadHistories } from './histories';
import { visitorJourney } from './visitor-journey';

/**
 * Returns the interaction that a stored page view creates by landing from an ad, before its visitor is
 * derived. Null if the visit already has one for the same ad and URL.
 */
export async function landingInteraction(
  tx: Tx,
  productId: number,
  view: { id: string; time: number; visitorId: string },
): Promise<string | null> {
  // The current visit is enough, so no history is read completely.
  const histories = await loadHistories(tx, productId, new Map([[view.visitorId, view.time]]), -Infinity, 0);
  const interactions = histories.flatMap((history) => visitorJourney(history).interactions);
  return interactions.find(({ row, counted }) => counted === 1 && row.access_id === view.id)?.row.id ?? null;
}
