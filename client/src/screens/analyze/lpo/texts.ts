import type { TFunction } from 'i18next';
import { LOSS_CLICKS } from '../../../../../shared/domain/experiment';
import { metricText } from '../../../kit/table/number-cell';

/** Formats a lost rate as conversions per 1,000 clicks with a counter word and two significant digits. */
export function lossText(rate: number, t: TFunction): string {
  const lost = rate * LOSS_CLICKS;
  if (lost > 0 && lost < 0.005) return t('lpo.lossBelow', { loss: '0.01' });
  return t('lpo.lossUnit', {
    loss: metricText(lost, { unit: 'number', decimals: lost >= 10 ? 0 : lost >= 1 ? 1 : 2, showZero: true }),
  });
}

/** Formats a probability in percent. An uncertain value never reads as 0% or 100%. */
export function probabilityText(probability: number, t: TFunction): string {
  if (probability > 0.9995 && probability < 1) return t('lpo.above', { value: '99.9%' });
  if (probability > 0 && probability < 0.0005) return t('lpo.below', { value: '0.1%' });
  return metricText(probability, { unit: 'ratio', decimals: 1, showZero: true });
}

/** Formats a p value. Small values become a bound. */
export const pText = (p: number, t: TFunction): string =>
  p < 0.0001
    ? t('lpo.below', { value: '0.01%' })
    : metricText(p, { unit: 'ratio', decimals: p < 0.01 ? 2 : 1, showZero: true });

/** Rounds an estimate up to two significant digits: more would be false precision. */
export function roundedUp(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1);
  return Math.ceil(value / unit) * unit;
}

/** Formats a share, including zero. */
export const shareText = (value: number | null, decimals = 2): string =>
  metricText(value, { unit: 'ratio', decimals, showZero: true });
