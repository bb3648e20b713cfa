import { axisOf, evaluateMeasure, evaluateMeasures, measureKeys, type AttributionModel, type AxisKey, type BaseSums } from '../../../shared/catalog';
import { deviceLabel, type Labels } from '../facts/labels';
import type { AdAttributes } from '../facts/ads';
import type { AnalysisRow } from '../input';
import type { Group } from './grouping';

/** Names for the ids of a report's rows. */
export interface RowLabels {
  readonly ads: ReadonlyMap<number, AdAttributes>;
  readonly byAxis: ReadonlyMap<AxisKey, Labels>;
}

function labelOf(axis: AxisKey, id: number | null, labels: RowLabels): string | null {
  if (axis === 'device') return deviceLabel(id);
  if (id === null) return null;
  return (axis === 'ad' ? labels.ads.get(id)?.ad_name : labels.byAxis.get(axis)?.get(id)) ?? null;
}

/** A row's axis fields and metrics by REST keys. */
export function rowOf(group: Group, axes: readonly AxisKey[], labels: RowLabels, model: AttributionModel): AnalysisRow {
  const row: Record<string, string | number | boolean | null> = {};
  axes.forEach((axis, index) => {
    const { idKey, key } = axisOf(axis);
    if (idKey) row[idKey] = group.ids[index];
    row[key] = labelOf(axis, group.ids[index], labels);
  });
  row.no_ad = group.noAd;
  // Set one by one in one order: spreading some fifty keys into each row is ten times slower.
  for (const key of measureKeys) row[key] = evaluateMeasure(key, group.sums, model);
  return row as AnalysisRow;
}

/** The total row: metrics only, ratios from the summed parts. */
export function totalOf(sums: BaseSums, model: AttributionModel): AnalysisRow {
  return { no_ad: false, ...evaluateMeasures(sums, model) };
}
