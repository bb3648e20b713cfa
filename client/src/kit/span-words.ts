import type { TFunction } from 'i18next';
import type { Span } from '../../../shared/catalog';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** The edge of a span of time in its largest unit. */
function edge(seconds: number, t: TFunction): string {
  if (seconds >= DAY) return t('cvInfo.units.days', { count: seconds / DAY });
  return seconds >= HOUR ? t('cvInfo.units.hours', { count: seconds / HOUR }) : t('cvInfo.units.minutes', { count: seconds / 60 });
}

/** A span of seconds in words: a bar of latencies. */
export function latencyWords({ from, to }: Span, t: TFunction): string {
  if (to === null) return t('cvInfo.over', { from: edge(from, t) });
  return from === 0 ? t('cvInfo.below', { to: edge(to, t) }) : t('cvInfo.between', { from: edge(from, t), to: edge(to, t) });
}

/** A span of numbers of contacts in words: a bar of path lengths. */
export function touchWords({ from, to }: Span, t: TFunction): string {
  if (from === 0 && to === 1) return t('cvInfo.direct');
  if (to === null) return t('cvInfo.timesOver', { from });
  return to === from + 1 ? t('cvInfo.times', { count: from }) : t('cvInfo.timesFrom', { from, to: to - 1 });
}
