import { inEventOrder, type JourneyEvent } from './order';

/** The longest step inside a visit: exactly 30 minutes is inside. */
export const VISIT_GAP_MS = 30 * 60_000;

/** A view and the interaction it belongs to, or null. */
export interface PlacedView<V extends JourneyEvent> {
  readonly view: V;
  readonly interactionId: string | null;
}

/**
 * Finds for each view of ONE visitor the interaction it belongs to: the newest counted one at or
 * before it (the same instant counts), if no step from that interaction over the views since to this
 * view exceeds 30 minutes. Conversions bridge nothing, so they are no input.
 *
 * @param views the visitor's views that are not excluded, in any order; answered in (time, id) order.
 * @param touches the visitor's counted interactions, in any order.
 */
export function deriveVisits<V extends JourneyEvent>(
  views: readonly V[],
  touches: readonly JourneyEvent[],
): PlacedView<V>[] {
  const ordered = inEventOrder(touches);
  let next = 0;
  let interactionId: string | null = null;
  let reached = 0;
  return inEventOrder(views).map((view) => {
    for (let touch = ordered[next]; touch && touch.time <= view.time; touch = ordered[++next]) {
      interactionId = touch.id;
      reached = touch.time;
    }
    // A broken chain stays broken until the next interaction.
    if (interactionId !== null && view.time - reached > VISIT_GAP_MS) interactionId = null;
    reached = view.time;
    return { view, interactionId };
  });
}

/**
 * Splits the views of ONE visitor into visits: gaps of at most 30 minutes.
 *
 * @param views the visitor's views that are not excluded, in any order.
 */
function splitVisits<V extends JourneyEvent>(views: readonly V[]): V[][] {
  const visits: V[][] = [];
  let reached = 0;
  for (const view of inEventOrder(views)) {
    const visit = visits.at(-1);
    if (visit && view.time - reached <= VISIT_GAP_MS) visit.push(view);
    else visits.push([view]);
    reached = view.time;
  }
  return visits;
}

/** A view that may have made an interaction by itself. */
export interface LandingView extends JourneyEvent {
  /** The ad of `a_ad` when the view carries no `a_iid` and the ad was recordable; else 0. */
  readonly landingAdId: number;
  readonly url: string;
}

/**
 * The views of ONE visitor whose landing counts as an interaction: once per ad and identical URL in a
 * visit, the earliest.
 *
 * @param views all of the visitor's views that are not excluded (those without an ad bridge gaps).
 */
export function countedLandings<V extends LandingView>(views: readonly V[]): V[] {
  return splitVisits(views).flatMap((visit) => {
    const seen = new Set<string>();
    return visit.filter((view) => {
      if (view.landingAdId === 0) return false;
      const landing = `${view.landingAdId} ${view.url}`;
      if (seen.has(landing)) return false;
      seen.add(landing);
      return true;
    });
  });
}
