import type { TFunction } from 'i18next';
import { measureField, measureKeys, measureOf, type MeasureKey } from '../../../../shared/catalog';
import { figureOf, type ReportRow } from './answer';
import type { ReportColumn } from './types';

type Group = 'traffic' | 'cv' | 'cost' | 'indirect' | 'touch' | 'attributed';

function groupOf(key: MeasureKey): Group {
  if (key.startsWith('attr_')) return 'attributed';
  if (key.startsWith('indirect_')) return 'indirect';
  if (key.startsWith('ad_touch_') || key === 'average_latency') return 'touch';
  if (key.startsWith('cv')) return 'cv';
  return /count$/.test(key) ? 'traffic' : 'cost';
}

/** Measures of cost a result: a row with a cost and no result is the worst of all, and none with neither. */
const COST_A_RESULT: Partial<Record<MeasureKey, MeasureKey>> = { cpa: 'ad_cost', attr_cpa: 'ad_cost' };

/** By what rows are ranked by a measure; undefined where that is its value. */
export function rankBy(key: MeasureKey): ((row: ReportRow) => number | null) | undefined {
  const cost = COST_A_RESULT[key];
  if (!cost) return undefined;
  const [field, costField] = [measureField(key), measureField(cost)];
  return (row) => figureOf(row, field) ?? ((figureOf(row, costField) ?? 0) > 0 ? Infinity : null);
}

/** The column of one measure of the catalogue, with its words. */
export function measureColumn(key: MeasureKey, t: TFunction): ReportColumn {
  const { unit, direction } = measureOf(key);
  const field = measureField(key);
  const rank = rankBy(key);
  return {
    key,
    title: t(`measures.${key}.label`),
    unit,
    direction,
    definition: t(`measures.${key}.definition`),
    formula: t(`measures.${key}.formula`),
    group: t(`report.columnGroups.${groupOf(key)}`),
    value: (row) => figureOf(row, field),
    ...(rank ? { rank } : {}),
  };
}

/** Columns of all measures, in the catalogue's order. */
export const allMeasureColumns = (t: TFunction): ReportColumn[] => measureKeys.map((key) => measureColumn(key, t));
