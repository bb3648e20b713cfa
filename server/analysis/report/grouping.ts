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

/** How the row of a fact is told: its name is that of `groupFacts`. */
export function rowKeyOf(axes: readonly AxisKey[], ads: AdMap): (fact: Fact) => Pick<Group, 'name' | 'ids' | 'noAd'> {
  const readers = axes.map((axis) => readerOf(axis, ads));
  const adDerived = axes.some((axis) => axisOf(axis).adDerived);
  return (fact) => {
    const noAd = adDerived && fact.ad_id === 0;
    const ids = readers.map((read) => read(fact));
    return { name: noAd || ids.length > 1 ? `${noAd}/${ids.join('/')}` : (ids[0] ?? null), ids, noAd };
  };
}

/**
 * Puts facts into rows by today's attributes of their ads and adds them up. Direct conversions (ad 0) make rows
 * of their own where an axis derives from the ad, else they join the row of their device.
 */
export function groupFacts(tables: readonly FactTable[], axes: readonly AxisKey[], ads: AdMap): Group[] {
  const readers = axes.map((axis) => readerOf(axis, ads));
  const adDerived = axes.some((axis) => axisOf(axis).adDerived);
  const [first] = readers;
  const groups = new Map<string | number | null, Group>();
  for (const { keys, facts } of tables) {
    const add = adder(keys);
    for (const fact of facts) {
      const noAd = adDerived && fact.ad_id === 0;
      const ids = readers.length === 1 && first ? [first(fact)] : readers.map((read) => read(fact));
      const name = noAd || ids.length > 1 ? `${noAd}/${ids.join('/')}` : (ids[0] ?? null);
      let group = groups.get(name);
      if (!group) {
        group = { name, ids, noAd, sums: emptySums() };
        groups.set(name, group);
      }
      add(group.sums, fact);
    }
  }
  return [...groups.values()];
}
