import type { TFunction } from 'i18next';
import { measureKeys, measureOf, type MeasureKey } from '../../../../shared/catalog';
import { metricText } from '../table/number-cell';
import { metricValue, type ReportRow } from './answer';

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
