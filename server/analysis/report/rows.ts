import { axes, axisOf, type AxisKey, type Figures } from '../../../shared/catalog';
import type { KnownAd } from '../facts/ads';
import { deviceLabel, type Labels } from '../facts/labels';
import type { ReportRow } from '../input';
import type { Group } from './grouping';

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

/** The labels of a row, in the order of the axes. */
export const labelsOf = ({ ids }: Pick<Group, 'ids'>, asked: readonly AxisKey[], labels: RowLabels): (string | null)[] =>
  asked.map((axis, index) => labelOf(axis, ids[index] ?? null, labels));

/** Makes a row of the ids and labels of its axes. */
type MakeRow = (ids: Group['ids'], labels: readonly (string | null)[], noAd: boolean, figures: Figures) => ReportRow;

/** How rows of these axes are made. */
export function rowMaker(asked: readonly AxisKey[]): MakeRow {
  const keys = asked.map((axis) => [axes[axis].idKey, axis] as const);
  return (ids, labels, noAd, figures) => {
    const row: ReportRow = { noAd, figures };
    keys.forEach(([idKey, key], index) => {
      if (idKey) row[idKey] = ids[index] ?? null;
      row[key] = labels[index] ?? null;
    });
    return row;
  };
}

/** The attribute of the ad that an axis is read from; none for what the facts themselves carry. */
export const attributeOf = (axis: AxisKey): keyof KnownAd | null => (axis === 'ad' ? 'ad_name' : axisOf(axis).adColumn);
