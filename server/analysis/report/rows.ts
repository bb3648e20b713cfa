import { axisOf, evaluateMeasures, type AttributionModel, type AxisKey, type BaseSums } from '../../../shared/catalog';
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
  const fields: Record<string, string | number | null> = {};
  axes.forEach((axis, index) => {
    const { idKey, key } = axisOf(axis);
    if (idKey) fields[idKey] = group.ids[index];
    fields[key] = labelOf(axis, group.ids[index], labels);
  });
  return { ...fields, no_ad: group.noAd, ...evaluateMeasures(group.sums, model) };
}

/** The total row: metrics only, ratios from the summed parts. */
export function totalOf(sums: BaseSums, model: AttributionModel): AnalysisRow {
  return { no_ad: false, ...evaluateMeasures(sums, model) };
}
