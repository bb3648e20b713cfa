import { axisOf, isOfAddedModel, type BaseKey, type AxisKey } from '../../shared/catalog';
import type { Database } from '../db/database';
import { hasAddedModels, hasProductDays } from '../rollups/combined';
import {
  factStatements,
  readsProductDays,
  type FactQuery,
  type GroupColumn,
  type LiveColumn,
} from './fact-query';
import { isLive, readLiveFacts } from './live-facts';
import type { KnownAd } from './labels';

/** Sums of one key. Columns that were not requested are absent. */
export type Fact = Readonly<
  Partial<
    Record<Exclude<GroupColumn, LiveColumn> | BaseKey, number | null> & Record<LiveColumn, string | null>
  >
>;

/**
 * Facts that carry the same sums. A key may occur several times, also in other tables; the caller adds them
 * up.
 */
export interface FactTable<F = Fact> {
  readonly keys: readonly BaseKey[];
  readonly facts: readonly F[];
}

/**
 * Reads the sums of a query from the rollups: a few range scans on primary keys. Sums by a column that they don't
 * hold come from the logs.
 */
export async function readFacts(db: Database, query: FactQuery): Promise<FactTable[]> {
  if (Object.values(query.only).some((values) => values?.length === 0)) return [];
  if (query.groupBy.some(isLive)) return readLiveFacts(db, query);
  const ready = {
    productDays: readsProductDays(query) && (await hasProductDays(db, query.productId)),
    addedModels: !query.keys.some(isOfAddedModel) || (await hasAddedModels(db, query.productId)),
  };
  return Promise.all(
    factStatements(query, ready).map(async ({ sql, params, keys }) => ({
      keys,
      facts: await db.read<Fact>(sql, params, { prepared: true, shared: true }),
    })),
  );
}

/** Value of a fact on an axis. */
export type AxisId = number | string | null;

/** Identifies the row of a report that a fact belongs to. */
export interface RowKey {
  /** Identifies a group among those of the same axes, also across days. */
  readonly name: string | number | null;
  /** Id, device code or name by axis, in axis order; null: the ad has no value, or there is no ad. */
  readonly ids: readonly AxisId[];
  /** Direct conversions, if an ad-derived axis is requested. */
  readonly noAd: boolean;
  /** The ad that all its facts belong to, if an axis says so; null otherwise. */
  readonly adId: number | null;
}

/** Axes whose values each belong to one ad. */
const AXES_OF_ONE_AD: readonly AxisKey[] = ['ad', 'redirect', 'lpoTitle'];

export type AdMap = ReadonlyMap<number, KnownAd>;

/** Returns how to read an axis value from a fact. The logs store 0 for none. */
function readerOf(axis: AxisKey, ads: AdMap): (fact: Fact) => AxisId {
  const { factColumn, adColumn } = axisOf(axis);
  if (!adColumn) return (fact) => fact[factColumn] || null;
  return (fact) => {
    const value = ads.get(fact.ad_id ?? 0)?.[adColumn];
    return typeof value === 'number' ? value : null;
  };
}

/**
 * Returns how to key facts by group, using the current attributes of the ads. Direct conversions (ad 0) form
 * separate groups on ad-derived axes, otherwise they join the group of their device.
 */
export function rowKeyOf(axes: readonly AxisKey[], ads: AdMap): (fact: Fact) => RowKey {
  const readers = axes.map((axis) => readerOf(axis, ads));
  const adDerived = axes.some((axis) => axisOf(axis).adDerived);
  const ofOneAd = axes.flatMap((axis, index) => (AXES_OF_ONE_AD.includes(axis) ? [index] : []));
  const [first] = readers;
  return (fact) => {
    const noAd = adDerived && fact.ad_id === 0;
    const ids = readers.length === 1 && first ? [first(fact)] : readers.map((read) => read(fact));
    const adId = ofOneAd.some((index) => ids[index] !== null) ? (fact.ad_id ?? null) : null;
    return { name: noAd || ids.length > 1 ? `${noAd}/${ids.join('/')}` : (ids[0] ?? null), ids, noAd, adId };
  };
}
