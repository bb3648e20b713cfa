import type { TFunction } from 'i18next';
import { durationWords, formatDuration, formatNumber } from '../../../../../shared/format';
import { currentLanguage } from '../../../i18n/i18n';

/** Formats a time span. */
export const spanText = (seconds: number | null | undefined): string =>
  formatDuration(seconds, durationWords[currentLanguage()], { showZero: true });

export const timesText = (value: number | null | undefined, t: TFunction): string =>
  !value ? '-' : t('cvInfo.timesValue', { value: formatNumber(value) });
