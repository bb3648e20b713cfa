import type { TFunction } from 'i18next';
import { measureField, measureKeys, measureOf, type MeasureKey } from '../../../../shared/catalog';
import type { ReportColumn, ReportRow } from './types';

type Group = 'traffic' | 'cv' | 'cost' | 'indirect' | 'touch' | 'attributed';

function groupOf(key: MeasureKey): Group {
  if (key.startsWith('attr_')) return 'attributed';
  if (key.startsWith('indirect_')) return 'indirect';
  if (key.startsWith('ad_touch_') || key === 'average_latency') return 'touch';
  if (key.startsWith('cv')) return 'cv';
  return /count$/.test(key) ? 'traffic' : 'cost';
}

/** Reads a number of a row; anything else is no value. */
export const numberOf = (row: ReportRow, field: string): number | null => {
  const value = row[field];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
};

/** The column of one measure of the catalogue, with its words. */
export function measureColumn(key: MeasureKey, t: TFunction): ReportColumn {
  const { unit, direction } = measureOf(key);
  const field = measureField(key);
  return {
    key,
    title: t(`measures.${key}.label`),
    unit,
    direction,
    definition: t(`measures.${key}.definition`),
    formula: t(`measures.${key}.formula`),
    group: t(`report.columnGroups.${groupOf(key)}`),
    value: (row) => numberOf(row, field),
  };
}

/** Columns of all measures, in the catalogue's order. */
export const allMeasureColumns = (t: TFunction): ReportColumn[] => measureKeys.map((key) => measureColumn(key, t));
