import { emptyValues, type AxisKey, type BaseValues } from '../../../shared/catalog';
import { compileAdder } from '../compile-measures';
import type { Fact, FactTable } from '../../facts/read-facts';
import { rowKeyOf, type AdMap, type RowKey } from '../../facts/row-key';

/** One row of a report before its metrics: a value per axis and the sums of its facts. */
export interface Group extends RowKey {
  readonly sums: BaseValues;
}

/**
 * Assigns facts to groups (see rowKeyOf).
 *
 * @param make creates a group for its first fact
 */
export function grouping<G>(
  axes: readonly AxisKey[],
  ads: AdMap,
  make: (key: RowKey) => G,
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
  const groups = grouping<Group>(axes, ads, (key) => ({ ...key, sums: emptyValues() }));
  for (const { keys, facts } of tables) {
    const add = compileAdder(keys);
    for (const fact of facts) add(groups.of(fact).sums, fact);
  }
  return groups.all();
}
