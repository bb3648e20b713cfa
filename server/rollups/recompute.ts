import { addDays, dayOf } from '../../shared/domain/calendar';
import type { Tx } from '../db/database';
import { sealedBefore } from '../journeys';
import { incrementMetricsVersion } from './metrics-version';
import { refreshLogCounts } from './log-counts';
import { refreshDays } from './refresh';
import { rewriteDays } from './rewrite';

/** `live` writes only what changed, alongside requests; `bulk` rewrites everything, for commands. */
export type RecomputeMode = 'live' | 'bulk';

/**
 * Recomputes Tokyo days of a product and their months from the logs. It counts log rows, derives fine day
 * rows from interactions, views and stored touches, coarse rows from fine ones, and months from days. A
 * rollup row is a pure function of the logs, so a second run changes nothing. `bulk` also repairs rows that
 * were tampered with. Touch facts of sealed days stay, because their interactions are deleted; conversion
 * facts follow the stored conversions.
 *
 * @param days yyyymmdd, in any order
 * @param now events of today and yesterday still arrive, so these days are not locked
 */
export async function recomputeRollups(
  tx: Tx,
  productId: number,
  days: readonly number[],
  mode: RecomputeMode = 'bulk',
  now = Date.now(),
): Promise<void> {
  const all = [...new Set(days)].sort((a, b) => a - b);
  const sealed = await sealedBefore(tx, productId);
  await refreshLogCounts(tx, productId, all, now);
  if (mode === 'live')
    return incrementMetricsVersion(tx, productId, await refreshDays(tx, productId, all, sealed));
  const yesterday = addDays(dayOf(now), -1);
  await rewriteDays(tx, productId, all, (day) => day < yesterday, sealed);
  await incrementMetricsVersion(tx, productId, all);
}

/** Recomputes the media facts of days and of their months. Touch and conversion facts stay. */
export async function recomputeMedia(
  tx: Tx,
  productId: number,
  days: readonly number[],
  now = Date.now(),
): Promise<void> {
  const all = [...new Set(days)].sort((a, b) => a - b);
  const yesterday = addDays(dayOf(now), -1);
  await rewriteDays(tx, productId, all, (day) => day < yesterday, 0, ['media']);
  await incrementMetricsVersion(tx, productId, all);
}
