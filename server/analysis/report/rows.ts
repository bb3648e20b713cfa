import { axes, axisOf, type AxisKey, type MetricValues } from '../../../shared/catalog';
import type { KnownAd } from '../../facts/ads';
import { deviceLabel, type Labels } from '../../facts/labels';
import type { ReportRow } from '../input';
import type { Group } from './grouping';
import type { ReportRequest } from './request';

/** Names for the ids of a report's rows. */
export interface RowLabels {
  readonly ads: ReadonlyMap<number, KnownAd>;
  readonly byAxis: ReadonlyMap<AxisKey, Labels>;
}

function labelOf(axis: AxisKey, id: number | null, labels: RowLabels): string | null {
  if (axis === 'device') return deviceLabel(id);
  if (id === null) return null;
  return (axis === 'ad' ? labels.ads.get(id)?.ad_name : labels.byAxis.get(axis)?.get(id)) ?? null;
}

/** Ids and labels of a row, in the order of its name axes. */
export interface RowName {
  readonly ids: readonly (number | null)[];
  readonly labels: readonly (string | null)[];
}

/** Returns how to name a row by the ids of its axes and the attributes of its ad. */
export function rowNamer(
  { axes: rowAxes, nameAxes }: Pick<ReportRequest, 'axes' | 'nameAxes'>,
  labels: RowLabels,
): (group: Pick<Group, 'ids'>) => RowName {
  const adIndex = rowAxes.indexOf('ad');
  const columns = nameAxes.slice(rowAxes.length).map((axis) => axisOf(axis).adColumn);
  return (group) => {
    const rowAd = labels.ads.get(group.ids[adIndex] ?? 0);
    const ids =
      columns.length === 0
        ? group.ids
        : [...group.ids, ...columns.map((column) => (column && rowAd?.[column]) ?? null)];
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
      if (idKey) row[idKey] = ids[index] ?? null;
      row[key] = labels[index] ?? null;
    });
    return row;
  };
}
