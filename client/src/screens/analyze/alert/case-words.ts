import type { TFunction } from 'i18next';
import { findMeasure, measureOf } from '../../../../../shared/catalog';
import { figureText } from '../../../kit/table/number-cell';

/** A value with the bounds that it was judged by. */
export interface Bounded {
  value: number;
  low?: number | null;
  high?: number | null;
  median?: number | null;
}

/** A figure of a measure as reports show it. */
export const valueText = (value: number, measure: string): string =>
  figureText(value, { unit: measureOf(findMeasure(measure) ?? 'adClickCount').unit, showZero: true });

/** The bounds of a case in words. */
export function boundsText({ low, high, median }: Bounded, measure: string, t: TFunction): string {
  const text = (one: number): string => valueText(one, measure);
  if (low != null && high != null)
    return t('alerts.usual', { low: text(low), high: text(high), median: text(median ?? 0) });
  if (high != null) return t('alerts.above', { bound: text(high) });
  return low != null ? t('alerts.below', { bound: text(low) }) : '';
}
