import { DASH } from './number';
import { roundHalfAway } from './round';

/** Unit words of a duration, and the separator between its two parts. */
export interface DurationWords {
  readonly day: string;
  readonly hour: string;
  readonly minute: string;
  readonly second: string;
  readonly between: string;
}

/** Unit words by console language. */
export const durationWords = {
  ja: { day: '日', hour: '時間', minute: '分', second: '秒', between: '' },
  en: { day: 'd', hour: 'h', minute: 'm', second: 's', between: ' ' },
  'zh-CN': { day: '天', hour: '小时', minute: '分', second: '秒', between: '' },
} as const satisfies Record<string, DurationWords>;

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

/**
 * Formats a duration: days and hours above 86400 s, hours and minutes above 3600 s, minutes and seconds above
 * 60 s, else seconds. Null is `-`, and so is zero without `showZero`.
 */
export function formatDuration(
  seconds: number | null | undefined,
  words: DurationWords = durationWords.ja,
  options: { readonly showZero?: boolean } = {},
): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return DASH;
  if (seconds === 0 && !options.showZero) return DASH;
  const sign = seconds < 0 ? '-' : '';
  const whole = roundHalfAway(Math.abs(seconds), 0);
  const two = (unit: number, word: string, part: number, partWord: string): string =>
    `${sign}${Math.floor(whole / unit)}${word}${words.between}${Math.floor((whole % unit) / part)}${partWord}`;
  if (whole > DAY) return two(DAY, words.day, HOUR, words.hour);
  if (whole > HOUR) return two(HOUR, words.hour, MINUTE, words.minute);
  if (whole > MINUTE) return two(MINUTE, words.minute, 1, words.second);
  return `${sign}${whole}${words.second}`;
}
