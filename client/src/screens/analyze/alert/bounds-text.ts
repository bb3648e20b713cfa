import type { TFunction } from 'i18next';
import { findMeasure, measureOf } from '../../../../../shared/catalog';
import { metricText } from '../../../kit/table/number-cell';

/** A value with the bounds it was evaluated against. */
export interface Bounded {
  value: number;
  low?: number | null;
  high?: number | null;
  median?: number | null;
}

/** Formats a metric value as reports do. */
export const valueText = (value: number, measure: string): string =>
  metricText(value, { unit: measureOf(findMeasure(measure) ?? 'adClickCount').unit, showZero: true });

/** Describes the bounds of a firing. */
export function boundsText({ low, high, median }: Bounded, measure: string, t: TFunction): string {
  const text = (one: number): string => valueText(one, measure);
  if (low != null && high != null)
    return t('alerts.usual', { low: text(low), high: text(high), median: text(median ?? 0) });
  if (high != null) return t('alerts.above', { bound: text(high) });
  return low != null ? t('alerts.below', { bound: text(low) }) : '';
}
