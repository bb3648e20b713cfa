import type { TFunction } from 'i18next';
import { measureName, measureOf } from '../../../../shared/catalog';
import { isCeiling, targetKeys, targetMeasures, type TargetKey } from '../../../../shared/catalog/target';
import { relativeToTarget } from '../../../../shared/domain/pace';
import { isRecord } from '../../../../shared/records';
import { formatRange } from '../../i18n/punctuation';
import { metricText } from '../table/number-cell';
import { metricValue, type ReportRow } from './answer';
import type { ColumnPreset, ReportColumn } from './types';

type TargetField = 'targets' | 'landing' | 'landingLow' | 'landingHigh' | 'pace';

/** Returns a value of a row by target; null without one. */
export function targetValue(row: ReportRow, field: TargetField, key: TargetKey): number | null {
  const values = row[field];
  const value = isRecord(values) ? values[key] : null;
  return typeof value === 'number' ? value : null;
}

/** Returns the part of the target that is reached; null without a target. */
export const achievementOf = (row: ReportRow, key: TargetKey): number | null =>
  relativeToTarget(metricValue(row, targetMeasures[key]), targetValue(row, 'targets', key));

/** Returns the band of a landing as text; undefined if it has none. */
export function bandText(row: ReportRow, key: TargetKey): string | undefined {
  const { unit } = measureOf(targetMeasures[key]);
  const [low, high] = [targetValue(row, 'landingLow', key), targetValue(row, 'landingHigh', key)];
  if (low === null || high === null || low === high) return undefined;
  return formatRange(metricText(low, { unit, showZero: true }), metricText(high, { unit, showZero: true }));
}

/** Whether any of the rows has a target. */
export const hasTargets = (rows: readonly (ReportRow | undefined)[]): boolean =>
  rows.some((row) => isRecord(row?.targets));

/** Returns the columns of the targets: target, achievement, landing with its band, and pace of each measure. */
export const targetColumns = (t: TFunction): ReportColumn[] =>
  targetKeys.flatMap((key): ReportColumn[] => {
    const measure = targetMeasures[key];
    const { unit } = measureOf(measure);
    const column = (
      name: 'achievement' | TargetField,
      prefix: string,
      value: ReportColumn['value'],
    ): ReportColumn => ({
      key: `${prefix}_${key}`,
      title: `${t(`measures.${measure}.label`)} ${t(`report.targetColumns.${name}`)}`,
      unit: name === 'achievement' || name === 'pace' ? 'ratio' : unit,
      direction: 'neutral',
      definition: t(`targets.definition.${name === 'landingLow' || name === 'landingHigh' ? 'band' : name}`),
      group: t('report.columnGroups.target'),
      value,
      alone: true,
    });
    return [
      column('targets', 'target', (row) => targetValue(row, 'targets', key)),
      column('achievement', 'achievement', (row) => achievementOf(row, key)),
      column('landing', 'landing', (row) => targetValue(row, 'landing', key)),
      column('landingLow', 'landing_low', (row) => targetValue(row, 'landingLow', key)),
      column('landingHigh', 'landing_high', (row) => targetValue(row, 'landingHigh', key)),
      {
        ...column('pace', 'pace', (row) => targetValue(row, 'pace', key)),
        direction: isCeiling(key) ? 'down' : 'up',
      },
    ];
  });

/** Item of the targets among the presets of a report, outside the numbers of the specification. */
export const TARGET_ITEM = 100;

/** Returns the preset that shows the targets beside their measures. */
export const targetPreset = (t: TFunction): ColumnPreset => ({
  value: String(TARGET_ITEM),
  label: t('report.columnGroups.target'),
  columns: targetKeys.flatMap((key) => [
    measureName(targetMeasures[key]),
    ...['target', 'achievement', 'landing', 'pace'].map((prefix) => `${prefix}_${key}`),
  ]),
});
