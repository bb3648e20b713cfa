import type { TFunction } from 'i18next';
import { LOSS_CLICKS } from '../../../../../shared/domain/experiment';
import { figureText } from '../../../kit/table/number-cell';

/** A rate that is lost, as conversions per 1,000 clicks with their counter: two digits that say something, and no more. */
export function lossText(rate: number, t: TFunction): string {
  const lost = rate * LOSS_CLICKS;
  if (lost > 0 && lost < 0.005) return t('lpo.lossBelow', { loss: '0.01' });
  return t('lpo.lossUnit', {
    loss: figureText(lost, { unit: 'number', decimals: lost >= 10 ? 0 : lost >= 1 ? 1 : 2, showZero: true }),
  });
}

/** A probability in percent; what is not certain doesn't read as if it were. */
export function probabilityText(probability: number, t: TFunction): string {
  if (probability > 0.9995 && probability < 1) return t('lpo.above', { value: '99.9%' });
  if (probability > 0 && probability < 0.0005) return t('lpo.below', { value: '0.1%' });
  return figureText(probability, { unit: 'ratio', decimals: 1, showZero: true });
}

/** A p value: small ones as a bound. */
export const pText = (p: number, t: TFunction): string =>
  p < 0.0001
    ? t('lpo.below', { value: '0.01%' })
    : figureText(p, { unit: 'ratio', decimals: p < 0.01 ? 2 : 1, showZero: true });

/** An estimate with two digits, rounded up: more would be invented. */
export function roundedUp(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1);
  return Math.ceil(value / unit) * unit;
}

/** A share, zero too. */
export const shareText = (value: number | null, decimals = 2): string =>
  figureText(value, { unit: 'ratio', decimals, showZero: true });
