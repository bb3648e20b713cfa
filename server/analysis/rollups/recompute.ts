import { addDays, dayOf } from '../../../shared/domain/calendar';
import type { Tx } from '../../db/database';
import { sealedBefore } from '../../retention';
import { countFigureVersions } from './figure-version';
import { refreshLogCounts } from './log-counts';
import { refreshDays } from './refresh';
import { rewriteDays } from './rewrite';

/** `live`: write only what changed, beside requests; `bulk`: write everything anew, for commands. */
export type RecomputeMode = 'live' | 'bulk';

/**
 * Computes Tokyo days of a product, and the months that they stand in, again from the logs: how many rows these have, fine day rows from
 * interactions, views and stored touches, coarse rows from fine ones, months from days. A rollup row is a pure
 * function of the logs, so running it again changes nothing. `bulk` also mends rows that were tampered with. Facts of
 * contacts stay as they are on sealed days, whose contacts are gone; those of conversions follow what is kept.
 *
 * @param days yyyymmdd, in any order
 * @param now the present instant: today's and yesterday's events are still coming, so these are not locked
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
    return countFigureVersions(tx, productId, await refreshDays(tx, productId, all, sealed));
  const yesterday = addDays(dayOf(now), -1);
  await rewriteDays(tx, productId, all, (day) => day < yesterday, sealed);
  await countFigureVersions(tx, productId, all);
}

/** Computes again what media report of days, and of the months that they stand in; what contacts and conversions made stands. */
export async function recomputeMedia(
  tx: Tx,
  productId: number,
  days: readonly number[],
  now = Date.now(),
): Promise<void> {
  const all = [...new Set(days)].sort((a, b) => a - b);
  const yesterday = addDays(dayOf(now), -1);
  await rewriteDays(tx, productId, all, (day) => day < yesterday, 0, ['media']);
  await countFigureVersions(tx, productId, all);
}
