import type { TFunction } from 'i18next';
import { metricText } from '../../../kit/table/number-cell';
import { ratioOf, type MapMeasure, type MapRow } from './answer';

/** Formats a credit: conversions with one decimal where they are no whole number, or yen. */
export const creditText = (value: number | null, measure: MapMeasure): string =>
  metricText(
    value,
    measure === 'amount'
      ? { unit: 'yen', showZero: true }
      : { unit: 'number', decimals: value === null || Number.isInteger(value) ? 0 : 1, showZero: true },
  );

/** Formats the credits of a row from its smallest to its largest. */
export function creditRangeText(
  t: TFunction,
  min: number | null,
  max: number | null,
  measure: MapMeasure,
): string {
  const [low, high] = [creditText(min, measure), creditText(max, measure)];
  return low === high ? low : t('attribution.span', { low, high });
}

/** Formats a CPA or ROAS. */
export const ratioText = (value: number | null, measure: MapMeasure): string =>
  metricText(value, { unit: measure === 'amount' ? 'ratio' : 'yen', showZero: true });

/** Formats the CPA or ROAS of a row from its best to its worst model. A model without credit has no CPA. */
export function ratioRangeText(t: TFunction, { adCost, min, max }: MapRow, measure: MapMeasure): string {
  const ends = [min, max].map((credit) => (credit === null ? null : ratioOf(adCost, credit, measure)));
  const [ofMin = null, ofMax = null] = ends;
  const [low, high] = measure === 'amount' ? [ofMin, ofMax] : [ofMax, ofMin];
  if (low === null) return '-';
  if (high === null) return t('disagreement.unbounded', { low: ratioText(low, measure) });
  const [from, to] = [ratioText(low, measure), ratioText(high, measure)];
  return from === to ? from : t('attribution.span', { low: from, high: to });
}

export const profitText = (value: number | null): string =>
  metricText(value, { unit: 'yen', showZero: true });

/** Formats the profit of a row from its worst to its best model. */
export function profitRangeText(t: TFunction, { profitMin, profitMax }: MapRow): string {
  const [low, high] = [profitText(profitMin), profitText(profitMax)];
  return low === high ? low : t('attribution.span', { low, high });
}
