import { axisOf, emptySums, type AxisKey, type BaseSums } from '../../../shared/catalog';
import type { KnownAd } from '../facts/ads';
import { adder } from '../compiled';
import type { Fact, FactTable } from '../facts/read-facts';

/** One row of a report before its metrics: the value of each axis and the sums of its facts. */
export interface Group {
  /** Tells groups of the same axes apart, also those of other days. */
  readonly name: string | number | null;
  /** Id (or device code) by axis, in the order of the axes; null: an ad without the value, or no ad. */
  readonly ids: readonly (number | null)[];
  /** Direct conversions, where an ad-derived axis is asked for. */
  readonly noAd: boolean;
  readonly sums: BaseSums;
}

type AdMap = ReadonlyMap<number, KnownAd>;

/** How an axis reads its value off a fact. 0 stands for none in the logs. */
function readerOf(axis: AxisKey, ads: AdMap): (fact: Fact) => number | null {
  const { factColumn, adColumn } = axisOf(axis);
  if (!adColumn) return (fact) => fact[factColumn] || null;
  return (fact) => {
    const value = ads.get(fact.ad_id ?? 0)?.[adColumn];
    return typeof value === 'number' ? value : null;
  };
}

/** What a group of facts is, before anything is added up. */
export type GroupKey = Omit<Group, 'sums'>;

/**
 * How the group of a fact is told, by today's attributes of the ads. Direct conversions (ad 0) make groups of their own
 * where an axis derives from the ad, else they join that of their device.
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
 * Finds the group of each fact (see rowKeyOf).
 *
 * @param make makes a group where a fact is the first of its kind
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

/** Puts facts into rows and adds them up. */
export function groupFacts(tables: readonly FactTable[], axes: readonly AxisKey[], ads: AdMap): Group[] {
  const groups = grouping<Group>(axes, ads, (key) => ({ ...key, sums: emptySums() }));
  for (const { keys, facts } of tables) {
    const add = adder(keys);
    for (const fact of facts) add(groups.of(fact).sums, fact);
  }
  return groups.all();
}
