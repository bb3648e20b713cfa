import { axisOf, emptySums, type AxisKey, type BaseSums } from '../../../shared/catalog';
import type { KnownAd } from '../../facts/ads';
import { compileAdder } from '../compile-measures';
import type { Fact, FactTable } from '../../facts/read-facts';

/** One row of a report before its metrics: a value per axis and the sums of its facts. */
export interface Group {
  /** Identifies a group among those of the same axes, also across days. */
  readonly name: string | number | null;
  /** Id (or device code) by axis, in axis order; null: the ad has no value, or there is no ad. */
  readonly ids: readonly (number | null)[];
  /** Direct conversions, if an ad-derived axis is requested. */
  readonly noAd: boolean;
  readonly sums: BaseSums;
}

type AdMap = ReadonlyMap<number, KnownAd>;

/** Returns how to read an axis value from a fact. The logs store 0 for none. */
function readerOf(axis: AxisKey, ads: AdMap): (fact: Fact) => number | null {
  const { factColumn, adColumn } = axisOf(axis);
  if (!adColumn) return (fact) => fact[factColumn] || null;
  return (fact) => {
    const value = ads.get(fact.ad_id ?? 0)?.[adColumn];
    return typeof value === 'number' ? value : null;
  };
}

/** A group before anything is added up. */
export type GroupKey = Omit<Group, 'sums'>;

/**
 * Returns how to key facts by group, using the current attributes of the ads. Direct conversions (ad 0) form
 * separate groups on ad-derived axes, otherwise they join the group of their device.
 */
export function rowKeyOf(axes: readonly AxisKey[], ads: AdMap): (fact: Fact) => GroupKey {
  const readers = axes.map((axis) => readerOf(axis, ads));
  const adDerived = axes.some((axis) => axisOf(axis).adDerived);
  const [first] = readers;
  return (fact) => {
    const noAd = adDerived && fact.ad_id === 0;
    const ids = readers.length === 1 && first ? [first(fact)] : readers.map((read) => read(fact));
    return { name: noAd || ids.length > 1 ? `${noAd}/${ids.join('/')}` : (ids[0] ?? null), ids, noAd };
  };
}

/**
 * Assigns facts to groups (see rowKeyOf).
 *
 * @param make creates a group for its first fact
 */
export function grouping<G>(
  axes: readonly AxisKey[],
  ads: AdMap,
  make: (key: GroupKey) => G,
): { of(fact: Fact): G; all(): G[] } {
  const keyOf = rowKeyOf(axes, ads);
  const groups = new Map<string | number | null, G>();
  return {
    of(fact) {
      const key = keyOf(fact);
      let group = groups.get(key.name);
      if (!group) groups.set(key.name, (group = make(key)));
      return group;
    },
    all: () => [...groups.values()],
  };
}

/** Groups facts into rows and adds them up. */
export function groupFacts(tables: readonly FactTable[], axes: readonly AxisKey[], ads: AdMap): Group[] {
  const groups = grouping<Group>(axes, ads, (key) => ({ ...key, sums: emptySums() }));
  for (const { keys, facts } of tables) {
    const add = compileAdder(keys);
    for (const fact of facts) add(groups.of(fact).sums, fact);
  }
  return groups.all();
}
