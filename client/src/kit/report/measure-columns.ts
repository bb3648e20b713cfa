import type { TFunction } from 'i18next';
import {
  rankingCostOf,
  measureKeys,
  includesAdCost,
  measureName,
  measureOf,
  rankOf,
  type MeasureKey,
} from '../../../../shared/catalog';
import { metricValue, type ReportRow } from './answer';
import { formulaNumbers } from './formula-numbers';
import type { ReportColumn } from './types';

type Group = 'media' | 'traffic' | 'cv' | 'cost' | 'indirect' | 'touch' | 'attributed';

function groupOf(key: MeasureKey): Group {
  if (/^(media|impressions|ctr|cpm)/.test(key)) return 'media';
  if (key.startsWith('attr')) return 'attributed';
  if (key.startsWith('indirect')) return 'indirect';
  if (key.startsWith('adTouch') || key === 'averageLatency') return 'touch';
  if (key.startsWith('cv')) return 'cv';
  return /Count$/.test(key) ? 'traffic' : 'cost';
}

/** Returns the ranking of rows by a measure; undefined if it is the value itself. */
export function rankBy(key: MeasureKey): ((row: ReportRow) => number | null) | undefined {
  const cost = rankingCostOf(key);
  return cost && ((row) => rankOf(key, { [key]: metricValue(row, key), [cost]: metricValue(row, cost) }));
}

/** Returns the event count that a measure rests on: counts on themselves, means and rates on the results. */
function baseKey(key: MeasureKey): MeasureKey | undefined {
  const { unit, direction } = measureOf(key);
  if (unit === 'count' || key === 'attrCv') return key;
  if (direction === 'neutral') return undefined;
  return key.startsWith('attr') ? 'attrCv' : 'cvTotalFinal';
}

/** Returns the tooltip of a value that includes costs reported by media. */
export const mediaText = (days: number | null | undefined, t: TFunction): string | undefined =>
  (days ?? 0) > 0 ? t('report.fromMedia') : undefined;

/** Returns the mark of columns whose costs a medium may report; none for columns without costs. */
export const mediaMark = (keys: readonly MeasureKey[], t: TFunction): Pick<ReportColumn, 'mark'> =>
  keys.some(includesAdCost) ? { mark: (row) => mediaText(metricValue(row, 'mediaDays'), t) } : {};

/** Returns the column of one measure with its texts. */
export function measureColumn(key: MeasureKey, t: TFunction): ReportColumn {
  const { unit, direction } = measureOf(key);
  const rank = rankBy(key);
  const base = baseKey(key);
  return {
    key: measureName(key),
    measure: key,
    title: t(`measures.${key}.label`),
    unit,
    direction,
    definition: t(`measures.${key}.definition`),
    formula: t(`measures.${key}.formula`),
    group: t(`report.columnGroups.${groupOf(key)}`),
    value: (row) => metricValue(row, key),
    ...mediaMark([key], t),
    numbers: (row) => formulaNumbers(key, row, t),
    ...(rank ? { rank } : {}),
    ...(base ? { base: (row) => metricValue(row, base) } : {}),
  };
}

/** Returns the columns of all measures in catalogue order. */
export const allMeasureColumns = (t: TFunction): ReportColumn[] =>
  measureKeys.map((key) => measureColumn(key, t));
