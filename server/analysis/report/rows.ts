import {
  emptyValues,
  axes,
  axisOf,
  type AxisKey,
  type BaseValues,
  type MetricValues,
} from '../../../shared/catalog';
import { compareIds } from '../../../shared/domain/journey';
import {
  type AxisId,
  type Fact,
  type FactTable,
  rowKeyOf,
  type AdMap,
  type RowKey,
} from '../../facts/read-facts';
import type { Cell } from '../../export/csv';
import { type KnownAd, deviceLabel, type Labels } from '../../facts/labels';
import { compileAdder } from '../compile-measures';
import type { ReportRow } from '../input';
import type { Column } from './columns';
import type { ReportRequest } from './request';

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

type Value = Cell | undefined;

/** Compares two existing values, ascending; texts byte for byte. */
function compareValues(a: NonNullable<Value>, b: NonNullable<Value>): number {
  if (typeof a === 'string' && typeof b === 'string') return compareIds(a, b);
  return Number(a) - Number(b);
}

/** Missing values come last in both directions. */
export function compareNullable(a: Value, b: Value, direction: 1 | -1): number {
  if (a == null || b == null) return Number(a == null) - Number(b == null);
  return direction * compareValues(a, b);
}

/** Compares rows by one column alone. */
const compareBy =
  (column: Column, sortAsc: boolean) =>
  (a: ReportRow, b: ReportRow): number =>
    compareNullable(column.value(a), column.value(b), sortAsc ? 1 : -1);

/**
 * Sorts rows by one column, then by the ids of their axes for a stable order; without a column by the ids
 * alone. "(no ad)" comes after rows it ties with.
 */
export function sortRows(
  rows: readonly ReportRow[],
  rowAxes: readonly AxisKey[],
  column: Column | null,
  sortAsc: boolean,
): ReportRow[] {
  const ids = rowAxes.map((axis) => axes[axis].idKey ?? axis);
  const compareColumn = column && compareBy(column, sortAsc);
  return [...rows].sort((a, b) => {
    const byColumn = compareColumn ? compareColumn(a, b) : 0;
    if (byColumn !== 0) return byColumn;
    if (a.noAd !== b.noAd) return Number(a.noAd) - Number(b.noAd);
    for (const id of ids) {
      const order = compareNullable(a[id], b[id], 1);
      if (order !== 0) return order;
    }
    return 0;
  });
}

/** Names for the ids of a report's rows. */
interface RowLabels {
  readonly ads: ReadonlyMap<number, KnownAd>;
  readonly byAxis: ReadonlyMap<AxisKey, Labels>;
}

function labelOf(axis: AxisKey, id: AxisId, labels: RowLabels): string | null {
  if (typeof id === 'string') return id;
  if (axis === 'device') return deviceLabel(id);
  if (id === null) return null;
  return (axis === 'ad' ? labels.ads.get(id)?.ad_name : labels.byAxis.get(axis)?.get(id)) ?? null;
}

/** Ids and labels of a row, in the order of its name axes. */
export interface RowName {
  readonly ids: readonly AxisId[];
  readonly labels: readonly (string | null)[];
}

/**
 * Returns how to name a row by the ids of its axes and the attributes of its ad. Without the device among the
 * axes, a row has one only if the report is limited to it.
 */
export function rowNamer(
  { axes: rowAxes, nameAxes, filters }: Pick<ReportRequest, 'axes' | 'nameAxes' | 'filters'>,
  labels: RowLabels,
): (group: Pick<Group, 'ids' | 'adId'>) => RowName {
  const attributes = nameAxes.slice(rowAxes.length);
  const device = filters.devices?.length === 1 ? filters.devices[0] : null;
  return ({ ids: rowIds, adId }) => {
    const rowAd = labels.ads.get(adId ?? 0);
    const attribute = (axis: AxisKey) => rowAd?.[axisOf(axis).adColumn ?? 'id'];
    const ids =
      attributes.length === 0
        ? rowIds
        : [...rowIds, ...attributes.map((axis) => (axis === 'device' ? device : attribute(axis)) ?? null)];
    return { ids, labels: nameAxes.map((axis, index) => labelOf(axis, ids[index] ?? null, labels)) };
  };
}

/** Creates a row from the ids and labels of its axes. */
type BuildRow = (name: RowName, noAd: boolean, metrics: MetricValues) => ReportRow;

/** Name of a row without any axis value, such as a total. */
export const NO_NAME: RowName = { ids: [], labels: [] };

/** Returns how to create rows named by these axes. */
export function rowBuilder(rowAxes: readonly AxisKey[]): BuildRow {
  const keys = rowAxes.map((axis) => [axes[axis].idKey, axis] as const);
  return ({ ids, labels }, noAd, metrics) => {
    const row: ReportRow = { noAd, figures: metrics };
    keys.forEach(([idKey, key], index) => {
      if (idKey) row[idKey] = Number(ids[index]) || null;
      row[key] = labels[index] ?? null;
    });
    return row;
  };
}
