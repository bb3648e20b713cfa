import { axes, axisOf, type AxisKey, type Figures } from '../../../shared/catalog';
import type { KnownAd } from '../facts/ads';
import { deviceLabel, type Labels } from '../facts/labels';
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
  { axes: asked, named }: Pick<ReportRequest, 'axes' | 'named'>,
  labels: RowLabels,
): (group: Pick<Group, 'ids'>) => RowName {
  const ad = asked.indexOf('ad');
  const columns = named.slice(asked.length).map((axis) => axisOf(axis).adColumn);
  return (group) => {
    const its = labels.ads.get(group.ids[ad] ?? 0);
    const ids =
      columns.length === 0
        ? group.ids
        : [...group.ids, ...columns.map((column) => (column && its?.[column]) ?? null)];
    return { ids, labels: named.map((axis, index) => labelOf(axis, ids[index] ?? null, labels)) };
  };
}

/** Creates a row from the ids and labels of its axes. */
type MakeRow = (name: RowName, noAd: boolean, figures: Figures) => ReportRow;

/** Name of a row without any axis value, such as a total. */
export const NO_NAME: RowName = { ids: [], labels: [] };

/** Returns how to create rows named by these axes. */
export function rowMaker(asked: readonly AxisKey[]): MakeRow {
  const keys = asked.map((axis) => [axes[axis].idKey, axis] as const);
  return ({ ids, labels }, noAd, figures) => {
    const row: ReportRow = { noAd, figures };
    keys.forEach(([idKey, key], index) => {
      if (idKey) row[idKey] = ids[index] ?? null;
      row[key] = labels[index] ?? null;
    });
    return row;
  };
}

/** Returns the ad attribute that an axis is read from; null if facts carry the value. */
export const attributeOf = (axis: AxisKey): keyof KnownAd | null =>
  axis === 'ad' ? 'ad_name' : axisOf(axis).adColumn;
