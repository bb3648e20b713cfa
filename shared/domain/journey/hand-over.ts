import { compareEvents, type JourneyEvent } from './order';

/** A view that is not excluded and carries an interaction id (`a_iid`) in its URL. */
export interface HandOverView extends JourneyEvent {
  readonly visitorId: string;
}

/**
 * The visitor that owns an interaction: the site's first-party id wins, so the earliest landing that
 * carries the interaction's id takes it over, and it moves once.
 *
 * @param visitorId the visitor that made the interaction.
 * @param landings the views carrying its id, in any order.
 */
export function interactionOwner(visitorId: string, landings: readonly HandOverView[]): string {
  let first: HandOverView | null = null;
  for (const view of landings) if (first === null || compareEvents(view, first) < 0) first = view;
  return first?.visitorId ?? visitorId;
}
