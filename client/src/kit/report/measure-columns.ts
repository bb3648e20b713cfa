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
import type { ReportColumn } from './types';
import { metricText } from '../table/number-cell';

/** Characters allowed between the measures of a formula. */
const SIGNS = /^[\s÷/＋+−×()（）-]*$/;

/** Splits a formula into measures and signs; undefined if it contains anything else. */
function partsOf(formula: string, t: TFunction): (MeasureKey | string)[] | undefined {
  // Longest names first: 最終CV合計 is not 最終CV1, and 再配分売上 is not 売上.
  const names = measureKeys
    .map((key) => [t(`measures.${key}.label`), key] as const)
    .sort(([a], [b]) => b.length - a.length);
  const parts: (MeasureKey | string)[] = [];
  let rest = formula;
  while (rest !== '') {
    const [name, key] = names.find(([label]) => rest.toLowerCase().startsWith(label.toLowerCase())) ?? [];
    if (name === undefined || key === undefined) {
      const [sign = ''] = [...rest];
      if (!SIGNS.test(sign)) return undefined;
      parts.push(sign);
      rest = rest.slice(sign.length);
    } else {
      parts.push(key);
      rest = rest.slice(name.length);
    }
  }
  return parts;
}

const isMeasure = (part: string): part is MeasureKey => part.length > 1;

/**
 * Returns a measure's formula with the row's numbers and the result; undefined if the row lacks any of them.
 */
export function formulaNumbers(key: MeasureKey, row: ReportRow, t: TFunction): string | undefined {
  const formula = t(`measures.${key}.formula`);
  const parts = formula ? partsOf(formula, t) : undefined;
  const text = (of: MeasureKey): string | undefined => {
    const value = row.figures?.[of];
    return value === undefined
      ? undefined
      : metricText(metricValue(row, of), { unit: measureOf(of).unit, showZero: true });
  };
  const result = text(key);
  const numbers = parts?.map((part) => (isMeasure(part) ? text(part) : part));
  if (!numbers || result === undefined || numbers.includes(undefined)) return undefined;
  return `${numbers.join('')} = ${result}`;
}

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
