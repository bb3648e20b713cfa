import { compareEvents, type JourneyEvent } from './order';

/** View that is not excluded and carries an interaction id (`a_iid`) in its URL. */
export interface HandOverView extends JourneyEvent {
  readonly visitorId: string;
}

/**
 * Returns the visitor that owns an interaction. The site's first-party id wins: the earliest landing with the
 * interaction's id takes it over, once (domain.md section 3, "Hand-over").
 *
 * @param visitorId the visitor that made the interaction
 * @param landings the views that carry its id, in any order
 */
export function interactionOwner(visitorId: string, landings: readonly HandOverView[]): string {
  let first: HandOverView | null = null;
  for (const view of landings) if (first === null || compareEvents(view, first) < 0) first = view;
  return first?.visitorId ?? visitorId;
}
