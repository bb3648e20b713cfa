import { WHOLE } from '../../../shared/domain/attribution';
import {
  evaluatePath,
  compareEvents,
  DAY_MS,
  landingPageOf,
  selectCountedLandings,
  deriveReferences,
  deriveVisits,
  type EvaluatedPath,
  type PathTouch,
} from '../../../shared/domain/journey';
import {
  SHARE_COLUMNS,
  type NewConversionRow,
  type StoredTouch,
  type TouchRow,
  type ConversionRow,
  type InteractionRow,
  type ViewRow,
} from './histories';
import { splitKeys } from '../ingest/click-keys';
import type { Customer } from './customers';
import type { Acquisition } from './complete-visitors';

export interface Touch extends PathTouch {
  row: TouchRow;
}

export const touchOf = (row: TouchRow): Touch => ({
  row,
  id: row.id,
  time: row.time,
  adId: row.ad_id,
  performance: Boolean(row.performance_flag),
});

/** Derived columns of a conversion. */
type PathFacts = Pick<
  NewConversionRow,
  | 'repeated'
  | 'previous_time'
  | 'touch_count'
  | 'cut_from'
  | 'first_ad_id'
  | 'last_ad_id'
  | 'last_interaction_id'
  | 'performance_ad_id'
  | 'performance_interaction_id'
  | 'latency_ms'
>;

/** Derived columns of an excluded conversion. */
export const NO_PATH: PathFacts = {
  repeated: 0,
  previous_time: null,
  touch_count: 0,
  cut_from: 1,
  first_ad_id: 0,
  last_ad_id: 0,
  last_interaction_id: null,
  performance_ad_id: 0,
  performance_interaction_id: null,
  latency_ms: null,
};

type TouchOfPath = EvaluatedPath<Touch>['touches'][number];

/**
 * Builds the stored row of one touch of a path; without a touch, that of a direct conversion without an ad.
 * Writes out each field but the shares, because object spreads of this many fields are about fifty times as slow.
 */
function touchRow(
  productId: number,
  conversion: NewConversionRow,
  path: EvaluatedPath<Touch>,
  place?: TouchOfPath,
): StoredTouch {
  const touch = place?.touch;
  const shares = place?.shares ?? WHOLE;
  const row: StoredTouch = {
    product_id: productId,
    day: conversion.day,
    conversion_id: conversion.id ?? null,
    class: path.class,
    pos: place?.pos ?? 0,
    n: path.n,
    interaction_id: touch?.id ?? null,
    ad_id: touch?.adId ?? 0,
    device: touch?.row.device ?? conversion.device,
    redirect_id: touch?.row.redirect_id ?? 0,
    lpo_entry_id: touch?.row.lpo_entry_id ?? 0,
    touched_at: touch?.time ?? conversion.time,
    cv_setting_id: conversion.cv_setting_id,
    cv_type: conversion.cv_type,
    cv_slot: conversion.cv_slot,
    amount_sen: conversion.amount_sen,
    is_last: !place || place.isLast ? 1 : 0,
    counts_indirect: place?.countsIndirect ? 1 : 0,
    counts_indirect_total: place?.countsIndirectTotal ? 1 : 0,
    latency_ms: place?.isLast ? (path.latencyMs ?? 0) : 0,
  };
  for (let index = 0; index < shares.length; index++) row[SHARE_COLUMNS[index]!] = shares[index]!;
  return row;
}

/** Builds the stored rows of one evaluated path. */
const touchRows = (
  productId: number,
  conversion: NewConversionRow,
  path: EvaluatedPath<Touch>,
): StoredTouch[] =>
  path.n === 0
    ? [touchRow(productId, conversion, path)]
    : path.touches.map((place) => touchRow(productId, conversion, path, place));

/**
 * Derives the columns of a conversion and its touches.
 * @param touches counted interactions of its visitors, at least those within its tracking term
 * @param previousTime time of the customer's previous LAST conversion; null for a first one
 */
function conversionPath(
  productId: number,
  conversion: NewConversionRow,
  touches: readonly Touch[],
  previousTime: number | null,
): { facts: PathFacts; touches: StoredTouch[] } {
  const paths = evaluatePath(
    touches,
    { time: conversion.time, trackingTerm: conversion.tracking_term },
    previousTime,
  );
  const whole = paths.at(-1);
  if (!whole) throw new Error('a conversion has at least one path class');
  const cut = paths[0] ?? whole;
  const performance = whole.touches.find((touch) => touch.isPerformance);
  return {
    facts: {
      repeated: previousTime === null ? 0 : 1,
      previous_time: previousTime,
      touch_count: whole.n,
      cut_from: whole.n - cut.n + 1,
      first_ad_id: whole.firstAdId,
      last_ad_id: whole.lastAdId,
      last_interaction_id: whole.touches.at(-1)?.touch.id ?? null,
      performance_ad_id: whole.performanceAdId,
      performance_interaction_id: performance?.touch.id ?? null,
      latency_ms: whole.latencyMs,
    },
    touches: paths.flatMap((path) => touchRows(productId, conversion, path)),
  };
}

/** A conversion with the derived values of itself and its touches. */
export interface ConversionFacts<R extends NewConversionRow = ConversionRow> {
  row: R;
  facts: PathFacts;
  touches: StoredTouch[];
  acquisition: Acquisition<R>;
}

/** Returns the index of the first touch at or after an instant, in touches ordered by time. */
function firstFrom(touches: readonly Touch[], time: number): number {
  let low = 0;
  let high = touches.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((touches[middle]?.time ?? Infinity) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Evaluates a customer's due conversions one by one, because a path can be long. */
export function* evaluate<R extends NewConversionRow>(
  productId: number,
  customer: Customer<R>,
  byVisitor: ReadonlyMap<string, Touch[]>,
): Generator<ConversionFacts<R>> {
  const { linkedSince, due } = customer;
  const touches = [...linkedSince.keys()].flatMap((id) => byVisitor.get(id) ?? []).sort(compareEvents);
  for (const { row, previousTime, acquisition } of due) {
    const from = firstFrom(touches, row.time - row.tracking_term * DAY_MS);
    const to = firstFrom(touches, row.time + 1);
    const path = touches
      .slice(from, to)
      .filter((touch) => (linkedSince.get(touch.row.visitor_id) ?? Infinity) <= row.time);
    yield { row, ...conversionPath(productId, row, path, previousTime), acquisition };
  }
}

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

/** Whether a landing page view created the interaction, rather than a click. */
const isLanding = (row: InteractionRow): boolean => row.door === 'landing';

const contactOf = (row: InteractionRow) => ({
  id: row.id,
  time: row.time,
  adId: row.ad_id,
  page: row.landing_url === null ? null : landingPageOf(row.landing_url),
  keys: splitKeys(row.click_keys),
});

/** Returns the ids of views whose landing creates a counted interaction. */
function landingsThatCount({ interactions, views }: VisitorHistory): Set<string> {
  const counting = interactions.filter((row) => row.excluded_reason === null);
  const landings = new Map(counting.filter(isLanding).map((row) => [row.access_id, row] as const));
  if (landings.size === 0) return new Set();
  const timeOf = new Map(views.map(({ id, time }) => [id, time]));
  const counted = selectCountedLandings(
    views
      .filter((view) => view.excluded_reason === null)
      .map(({ id, time }) => {
        const row = landings.get(id);
        const landing = row ? { ...contactOf(row), signs: row.landing_signs } : null;
        return { id, time, landing };
      }),
    counting
      .filter((row) => !isLanding(row))
      .map((row) => ({ ...contactOf(row), landedAt: timeOf.get(row.access_id ?? '') ?? null })),
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
    return !isLanding(row) || landings.has(row.access_id ?? '');
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
