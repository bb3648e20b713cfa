import { inEventOrder, type JourneyEvent } from './order';

/** Longest gap inside a visit; exactly 30 minutes is inside (domain.md section 3). */
export const VISIT_GAP_MS = 30 * 60_000;

/** View and the interaction it belongs to, or null. */
export interface PlacedView<V extends JourneyEvent> {
  readonly view: V;
  readonly interactionId: string | null;
}

/**
 * Finds the interaction of each view of ONE visitor (domain.md section 3, "Visit"): the newest counted one at
 * or before it (the same instant counts), if no step from there over the views in between exceeds 30 minutes.
 * Conversions bridge nothing, so they are no input.
 *
 * @param views the visitor's views that are not excluded, in any order
 * @param touches the visitor's counted interactions, in any order
 * @returns in (time, id) order
 */
export function deriveVisits<V extends JourneyEvent>(
  views: readonly V[],
  touches: readonly JourneyEvent[],
): PlacedView<V>[] {
  const ordered = inEventOrder(touches);
  let next = 0;
  let interactionId: string | null = null;
  let lastTime = 0;
  return inEventOrder(views).map((view) => {
    for (let touch = ordered[next]; touch && touch.time <= view.time; touch = ordered[++next]) {
      interactionId = touch.id;
      lastTime = touch.time;
    }
    // A broken chain stays broken until the next interaction.
    if (interactionId !== null && view.time - lastTime > VISIT_GAP_MS) interactionId = null;
    lastTime = view.time;
    return { view, interactionId };
  });
}

/**
 * Splits the views of ONE visitor into visits, with gaps of at most 30 minutes.
 *
 * @param views the visitor's views that are not excluded, in any order
 */
function splitVisits<V extends JourneyEvent>(views: readonly V[]): V[][] {
  const visits: V[][] = [];
  let lastTime = 0;
  for (const view of inEventOrder(views)) {
    const visit = visits.at(-1);
    if (visit && view.time - lastTime <= VISIT_GAP_MS) visit.push(view);
    else visits.push([view]);
    lastTime = view.time;
  }
  return visits;
}

/** View that can make an interaction by itself. */
export interface LandingView extends JourneyEvent {
  /** Ad of `a_ad` if the view carries no `a_iid` and the ad was recordable; else 0. */
  readonly landingAdId: number;
  readonly url: string;
}

/**
 * Returns the views of ONE visitor whose landing counts as an interaction: the earliest per ad and identical
 * URL of a visit (domain.md section 3, "Interaction").
 *
 * @param views all of the visitor's views that are not excluded (views without an ad bridge gaps)
 */
export function selectCountedLandings<V extends LandingView>(views: readonly V[]): V[] {
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
