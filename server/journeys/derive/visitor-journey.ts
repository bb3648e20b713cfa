import { selectCountedLandings, deriveReferences, deriveVisits } from '../../../shared/domain/journey';
import type { InteractionRow, ViewRow } from './rows';

/** The events of one visitor that a derivation depends on. */
export interface VisitorHistory {
  /** Rows before this instant are already correct and serve as context only. */
  since: number;
  /** All interactions of the visitor that rows at or after `since` depend on. */
  interactions: readonly InteractionRow[];
  /** The same for views; the first one starts a visit. */
  views: readonly ViewRow[];
}

export interface InteractionFacts {
  row: InteractionRow;
  counted: 0 | 1;
  first_touch: 0 | 1;
  reference_id: string | null;
}

export interface ViewFacts {
  row: ViewRow;
  interaction_id: string | null;
  ad_id: number;
  redirect_id: number;
  lpo_entry_id: number;
}

/** Returns the ids of views whose landing creates a counted interaction. */
function landingsThatCount({ interactions, views }: VisitorHistory): Set<string> {
  const landings = new Map<string, InteractionRow>();
  for (const row of interactions)
    if (row.access_id !== null && row.excluded_reason === null) landings.set(row.access_id, row);
  if (landings.size === 0) return new Set();
  const counted = selectCountedLandings(
    views
      .filter((view) => view.excluded_reason === null)
      .map((view) => {
        const landing = landings.get(view.id);
        return {
          id: view.id,
          time: view.time,
          landingAdId: landing?.ad_id ?? 0,
          url: landing?.landing_url ?? '',
        };
      }),
  );
  return new Set(counted.map((view) => view.id));
}

/** Derives references, first touches and visits of one visitor for each row from `since` on. */
export function visitorJourney(history: VisitorHistory): {
  interactions: InteractionFacts[];
  views: ViewFacts[];
} {
  const { since } = history;
  const landings = landingsThatCount(history);
  const counts = (row: InteractionRow): boolean => {
    if (row.excluded_reason !== null) return false;
    if (row.time < since) return Boolean(row.counted);
    return row.access_id === null || landings.has(row.access_id);
  };
  const touches = history.interactions.filter(counts).map((row) => ({
    row,
    id: row.id,
    time: row.time,
    trackingTerm: row.tracking_term,
  }));
  const places = new Map(deriveReferences(touches).map((place) => [place.touch.id, place]));
  // The oldest touch of a partial history may belong to a reference that started before it.
  const known = new Map(
    touches.filter(({ row }) => row.time < since).map(({ row }) => [row.id, row.reference_id]),
  );
  const interactions = history.interactions
    .filter((row) => row.time >= since)
    .map((row): InteractionFacts => {
      const place = places.get(row.id);
      if (!place) return { row, counted: 0, first_touch: 0, reference_id: null };
      const reference = known.get(place.referenceId) ?? place.referenceId;
      return { row, counted: 1, first_touch: place.opens ? 1 : 0, reference_id: reference };
    });
  const byId = new Map(touches.map(({ row }) => [row.id, row]));
  const belongs = new Map(
    deriveVisits(
      history.views.filter((view) => view.excluded_reason === null),
      touches,
    ).map((placed) => [placed.view.id, byId.get(placed.interactionId ?? '')]),
  );
  const views = history.views
    .filter((row) => row.time >= since)
    .map((row): ViewFacts => {
      const interaction = belongs.get(row.id);
      return {
        row,
        interaction_id: interaction?.id ?? null,
        ad_id: interaction?.ad_id ?? 0,
        redirect_id: interaction?.redirect_id ?? 0,
        lpo_entry_id: interaction?.lpo_entry_id ?? 0,
      };
    });
  return { interactions, views };
}
