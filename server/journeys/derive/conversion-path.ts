import { WHOLE } from '../../../shared/domain/attribution';
import { evaluatePath, type EvaluatedPath, type PathTouch } from '../../../shared/domain/journey';
import type { NewConversionRow, StoredTouch, TouchRow } from './rows';

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
export type PathFacts = Pick<
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
 * Writes out each field, because object spreads of this many fields are about fifty times as slow.
 */
function touchRow(
  productId: number,
  conversion: NewConversionRow,
  path: EvaluatedPath<Touch>,
  place?: TouchOfPath,
): StoredTouch {
  const touch = place?.touch;
  const shares = place?.shares ?? WHOLE;
  return {
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
    share_1: shares[0],
    share_2: shares[1],
    share_3: shares[2],
    share_4: shares[3],
    share_5: shares[4],
  };
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
export function conversionPath(
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
