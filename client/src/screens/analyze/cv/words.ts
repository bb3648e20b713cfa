import type { TFunction } from 'i18next';
import { durationWords, formatDuration, formatNumber } from '../../../../../shared/format';
import { currentLanguage } from '../../../i18n/i18n';
import type { Spread } from './question';

type Bar = Spread['bars'][number];

/** A time span in words. */
export const spanText = (seconds: number | null | undefined): string => formatDuration(seconds, durationWords[currentLanguage()], { showZero: true });

const HOUR = 3600;
const DAY = 24 * HOUR;

/** The edge of a bar in its largest unit. */
function edge(seconds: number, t: TFunction): string {
  if (seconds >= DAY) return t('cvInfo.units.days', { count: seconds / DAY });
  return seconds >= HOUR ? t('cvInfo.units.hours', { count: seconds / HOUR }) : t('cvInfo.units.minutes', { count: seconds / 60 });
}

/** What a bar of latencies stands for. */
export function latencyBar({ from, to }: Bar, t: TFunction): string {
  if (to === null) return t('cvInfo.over', { from: edge(from, t) });
  return from === 0 ? t('cvInfo.below', { to: edge(to, t) }) : t('cvInfo.between', { from: edge(from, t), to: edge(to, t) });
}

/** What a bar of numbers of contacts stands for. */
export function touchBar({ from, to }: Bar, t: TFunction): string {
  if (from === 0) return t('cvInfo.direct');
  if (to === null) return t('cvInfo.timesOver', { from });
  return to === from + 1 ? t('cvInfo.times', { count: from }) : t('cvInfo.timesFrom', { from, to: to - 1 });
}

export const timesText = (value: number | null | undefined, t: TFunction): string => (!value ? '-' : t('cvInfo.timesValue', { value: formatNumber(value) }));
