import type { TFunction } from 'i18next';
import { measureName, type MeasureKey, type MeasureUnit } from '../../../../../shared/catalog';
import { LOSS_CLICKS } from '../../../../../shared/domain/experiment';
import { withAside } from '../../../i18n/punctuation';
import { metricValue, type ReportRow } from '../../../kit/report/answer';
import { allMeasureColumns } from '../../../kit/report/measure-columns';
import type { ColumnPreset, ReportColumn } from '../../../kit/report/types';

/** Reads a numeric LPO value of a row. Returns null for anything else. */
export function lpoValue(row: ReportRow, key: LpoKey | 'cvCount'): number | null {
  const value = row[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

type LpoKey =
  'deliverRatio' | 'deliverRatioActual' | 'cvrLow' | 'cvrHigh' | 'bestProbability' | 'expectedLoss';

/** Converts percent to a ratio for display. */
const asRatio = (percent: number | null): number | null => (percent === null ? null : percent / 100);

const OWN: readonly [LpoKey | 'cvTotal', name: string, unit: MeasureUnit][] = [
  ['deliverRatio', 'deliver_ratio', 'ratio'],
  ['deliverRatioActual', 'deliver_ratio_actual', 'ratio'],
  ['cvTotal', 'cv_total', 'count'],
  ['cvrLow', 'cvr_low', 'ratio'],
  ['cvrHigh', 'cvr_high', 'ratio'],
  ['bestProbability', 'best_probability', 'ratio'],
  ['expectedLoss', 'expected_loss', 'number'],
];

/**
 * Converts a value for display: percent to ratios, and the expected loss to the same number of clicks as in
 * the panels.
 */
function displayValue(row: ReportRow, key: LpoKey): number | null {
  const value = lpoValue(row, key);
  if (key === 'expectedLoss') return value === null ? null : value * LOSS_CLICKS;
  return key === 'deliverRatio' || key === 'deliverRatioActual' ? asRatio(value) : value;
}

/** Columns specific to this report. */
const ownColumns = (t: TFunction): ReportColumn[] =>
  OWN.map(([key, name, unit]) => ({
    key: name,
    title:
      key === 'expectedLoss'
        ? withAside(t('lpo.columns.expectedLoss.title'), t('lpo.lossPer'))
        : t(`lpo.columns.${key}.title`),
    unit,
    direction:
      key === 'bestProbability' || key === 'cvTotal' ? 'up' : key === 'expectedLoss' ? 'down' : 'neutral',
    definition: t(`lpo.columns.${key}.definition`),
    formula: t(`lpo.columns.${key}.formula`),
    group: t('lpo.group'),
    // Only conversions have a value in the comparison period.
    ...(key === 'cvTotal'
      ? { measure: 'cvTotalFinal', value: (row) => metricValue(row, 'cvTotalFinal') }
      : { alone: true, value: (row) => displayValue(row, key) }),
  }));

/** Conversions behind a row's CVR: those of the selected CV settings. */
export const cvCountColumn = (t: TFunction): ReportColumn => ({
  key: 'cv_count',
  sum: 'cvChosen',
  title: t('lpo.cvs'),
  unit: 'count',
  direction: 'up',
  definition: t('lpo.cvs'),
  group: t('lpo.group'),
  value: (row) => lpoValue(row, 'cvCount'),
});

export const lpoColumns = (t: TFunction): ReportColumn[] => [...ownColumns(t), ...allMeasureColumns(t)];

const TEST: readonly string[] = [
  'deliver_ratio',
  'deliver_ratio_actual',
  'ad_click_count',
  'cv_total',
  'cvr',
  'cvr_low',
  'cvr_high',
  'best_probability',
  'expected_loss',
  'attr_cv',
  'attr_cvr',
];
const MONEY: readonly MeasureKey[] = [
  'cvTotalFinal',
  'adCost',
  'cpa',
  'amountSum',
  'roas',
  'profit',
  'attrCpa',
  'attrAmount',
  'attrRoas',
];

export const lpoPresets = (t: TFunction): ColumnPreset[] => [
  { value: 'test', label: t('lpo.presets.test'), columns: TEST },
  { value: 'money', label: t('lpo.presets.money'), columns: MONEY.map(measureName) },
  {
    value: 'all',
    label: t('lpo.presets.all'),
    columns: [...new Set([...TEST, ...allMeasureColumns(t).map(({ key }) => key)])],
  },
];
