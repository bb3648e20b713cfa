import type { TFunction } from 'i18next';
import { measureKeys, measureName, measureOf, type MeasureKey } from '../../../../shared/catalog';
import type { ReportColumn, ReportRow } from './types';

type Group = 'traffic' | 'cv' | 'cost' | 'indirect' | 'touch' | 'attributed';

function groupOf(key: MeasureKey): Group {
  if (key.startsWith('attr')) return 'attributed';
  if (key.startsWith('indirect')) return 'indirect';
  if (key.startsWith('adTouch') || key === 'averageLatency') return 'touch';
  if (key.startsWith('cv')) return 'cv';
  return /Count$/.test(key) ? 'traffic' : 'cost';
}

/** Reads a measure of a row; anything but a number is no value. */
export const numberOf = (row: ReportRow, key: MeasureKey): number | null => {
  const value = row.figures?.[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
};

/** The column of one measure of the catalogue, with its words. */
export function measureColumn(key: MeasureKey, t: TFunction): ReportColumn {
  const { unit, direction } = measureOf(key);
  return {
    key: measureName(key),
    title: t(`measures.${key}.label`),
    unit,
    direction,
    definition: t(`measures.${key}.definition`),
    formula: t(`measures.${key}.formula`),
    group: t(`report.columnGroups.${groupOf(key)}`),
    value: (row) => numberOf(row, key),
  };
}

/** Columns of all measures, in the catalogue's order. */
export const allMeasureColumns = (t: TFunction): ReportColumn[] => measureKeys.map((key) => measureColumn(key, t));
