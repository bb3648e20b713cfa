import type { Tx } from '../../db/database';
import { loadHistories } from './histories';
import { visitorJourney } from './visitor-journey';

/**
 * The interaction that a stored page view makes by landing from an ad, told before its visitor is derived.
 * Null when it makes none: the visit has one for the same ad and URL already.
 */
export async function landingInteraction(
  tx: Tx,
  productId: number,
  view: { id: string; time: number; visitorId: string },
): Promise<string | null> {
  // The visit that the view stands in is enough, so that no history is read whole.
  const histories = await loadHistories(tx, productId, new Map([[view.visitorId, view.time]]), -Infinity, 0);
  const made = histories.flatMap((history) => visitorJourney(history).interactions);
  return made.find(({ row, counted }) => counted === 1 && row.access_id === view.id)?.row.id ?? null;
}
