import type { MeasureUnit } from '../catalog';

/**
 * Rounds half away from zero on the number's shortest decimal form, as readers expect: 1.005 to two decimals
 * is 1.01, -2.5 to none is -3 (domain.md section 2).
 *
 * @param decimals number of decimals, 0 or more
 */
export function roundHalfAway(value: number, decimals: number): number {
  if (!Number.isFinite(value)) return value;
  const rounded = shift(Math.round(shift(Math.abs(value), decimals)), -decimals);
  // Avoids negative zero.
  return value < 0 && rounded !== 0 ? -rounded : rounded;
}

/** Returns value x 10^places by moving the decimal point of its text, which avoids multiplication errors. */
export function shift(value: number, places: number): number {
  const [digits, exponent = '0'] = String(value).split('e');
  return Number(`${digits}e${Number(exponent) + places}`);
}

/**
 * Rounds parts so that they add up to the rounded whole (largest remainder, domain.md section 2). Each part
 * is rounded down; the missing units go to the largest remainders, the earlier part first.
 *
 * @param parts numbers of any sign
 * @param decimals number of decimals
 */
export function roundParts(parts: readonly number[], decimals: number): number[] {
  const exact = parts.map((part) => shift(part, decimals));
  const floors = exact.map(Math.floor);
  const whole = roundHalfAway(
    shift(
      parts.reduce((sum, part) => sum + part, 0),
      decimals,
    ),
    0,
  );
  const lacking = whole - floors.reduce((sum, floor) => sum + floor, 0);
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  const raised = new Set(byRemainder.slice(0, Math.max(0, lacking)).map(({ index }) => index));
  return floors.map((value, index) => shift(value + (raised.has(index) ? 1 : 0), -decimals));
}

/** Shown for a missing value, and for zero without `showZero`. */
const DASH = '-';

export interface NumberOptions {
  /** Number of decimals. */
  readonly decimals?: number;
  /** Shows zero as a number instead of a dash. */
  readonly showZero?: boolean;
}

/** Formats a number as `1,234` or `-1,234.50`, rounded half away from zero; null and zero are `-`. */
export function formatNumber(value: number | null | undefined, options: NumberOptions = {}): string {
  if (isBlank(value, options)) return DASH;
  return grouped(value, options.decimals ?? 0);
}

/** Formats a ratio as a percentage, `12.34%` for 0.12341, by default with two decimals. */
export function formatPercent(ratio: number | null | undefined, options: NumberOptions = {}): string {
  if (isBlank(ratio, options)) return DASH;
  return `${grouped(shift(ratio, 2), options.decimals ?? 2)}%`;
}

/** Affixes of a yen amount. */
interface YenAffixes {
  readonly before: string;
  readonly after: string;
}

/** Affixes of a yen amount by language. */
export const yenAffixes = {
  ja: { before: '', after: '円' },
  en: { before: '¥', after: '' },
  'zh-CN': { before: '', after: '日元' },
} as const satisfies Record<string, YenAffixes>;

/**
 * Formats yen: `1,234円`, or as another language writes it. The product has its own sign because Intl prints a
 * full-width one.
 */
export function formatYen(
  value: number | null | undefined,
  options: NumberOptions & { yen?: YenAffixes } = {},
): string {
  if (isBlank(value, options)) return DASH;
  const { before, after } = options.yen ?? yenAffixes.ja;
  const text = grouped(value, options.decimals ?? 0);
  return text.startsWith('-') ? `-${before}${text.slice(1)}${after}` : `${before}${text}${after}`;
}

/** Most decimals of an entered amount. */
const MOST_DECIMALS = 2;

/** Formats an amount entered by a user with its decimals: `12.5円`. Unlike metric values it is not rounded. */
export function formatEnteredYen(
  value: number | null | undefined,
  options: Omit<NumberOptions, 'decimals'> & { yen?: YenAffixes } = {},
): string {
  const decimals = [0, 1].find(
    (digits) =>
      value !== null &&
      value !== undefined &&
      roundHalfAway(value, digits) === roundHalfAway(value, MOST_DECIMALS),
  );
  return formatYen(value, { ...options, decimals: decimals ?? MOST_DECIMALS });
}

function isBlank(value: number | null | undefined, options: NumberOptions): value is null | undefined {
  if (value === null || value === undefined || !Number.isFinite(value)) return true;
  return value === 0 && !options.showZero;
}

function grouped(value: number, decimals: number): string {
  const rounded = roundHalfAway(value, decimals);
  const [whole = '', fraction] = Math.abs(rounded).toFixed(decimals).split('.');
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${rounded < 0 ? '-' : ''}${groups}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** Unit words of a duration, and the separator between its two parts. */
interface DurationWords {
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

/** Displayed decimals by unit; for a ratio, those of its percentage. */
const displayDecimals: Record<MeasureUnit, number> = { count: 0, number: 2, ratio: 2, yen: 0, seconds: 0 };

/** Returns the displayed number of a value: a ratio as its percentage, a duration in whole seconds. */
export const displayNumber = (value: number, unit: MeasureUnit, decimals = displayDecimals[unit]): number =>
  roundHalfAway(unit === 'ratio' ? shift(value, 2) : value, decimals);

/** Returns the displayed numbers of parts, rounded so that they add up to the displayed whole. */
export const displayParts = (parts: readonly number[], unit: MeasureUnit): number[] =>
  roundParts(unit === 'ratio' ? parts.map((part) => shift(part, 2)) : parts, displayDecimals[unit]);

/** Returns the decimals that show an entered bound completely: those of the percentage for a ratio. */
export const boundDecimals = (value: number, unit: MeasureUnit): number =>
  (String(Number((unit === 'ratio' ? shift(value, 2) : value).toPrecision(12))).split('.')[1] ?? '').length;

interface MeasureFormat extends NumberOptions {
  readonly words?: DurationWords;
  readonly yen?: YenAffixes;
  /** Omits the yen sign if the column header names the unit. */
  readonly unitInHeader?: boolean;
}

/** Formats a metric value for the console, by its unit. */
export function formatMeasure(
  value: number | null | undefined,
  unit: MeasureUnit,
  format: MeasureFormat = {},
): string {
  const options = { decimals: displayDecimals[unit], ...format };
  switch (unit) {
    case 'count':
    case 'number':
      return formatNumber(value, options);
    case 'ratio':
      return formatPercent(value, options);
    case 'yen':
      return options.unitInHeader ? formatNumber(value, options) : formatYen(value, options);
    case 'seconds':
      return formatDuration(value, options.words ?? durationWords.ja, options);
  }
}

/** Displayed change of a metric value against an earlier one. */
export interface Change {
  /** Direction of the change; flat if rounding leaves no change. */
  readonly way: 'up' | 'down' | 'flat';
  /** Signed text: `+12.3%`, `-0.52pt`, `12倍`. */
  readonly text: string;
}

/** Affixes of a multiple. */
interface MultipleAffixes {
  readonly before: string;
  readonly after: string;
}

/** Affixes of a multiple by language. */
export const multipleAffixes = {
  ja: { before: '', after: '倍' },
  en: { before: '×', after: '' },
  'zh-CN': { before: '', after: '倍' },
} as const satisfies Record<string, MultipleAffixes>;

/** Formats a multiple: `12倍`, or as another language writes it. */
export const formatMultiple = (
  times: number,
  { before, after }: MultipleAffixes = multipleAffixes.ja,
  options: NumberOptions = {},
): string => `${before}${formatNumber(times, options)}${after}`;

interface ChangeFormat extends Pick<MeasureFormat, 'words' | 'yen' | 'decimals'> {
  readonly times?: MultipleAffixes;
}

/** Growth above this factor is shown as a multiple, because large percentages are hard to read. */
const MAX_PERCENT_GROWTH = 10;
/** Changes below this many points get two decimals. */
const FINE_POINTS = 1;

/**
 * Formats a change: in points for ratios, otherwise in percent, and above 1,000 % as a multiple. A negative
 * previous value has no percentage, so the difference is shown. Returns null if there is nothing to compare.
 */
export function formatChange(
  current: number | null,
  previous: number | null,
  unit: MeasureUnit,
  format: ChangeFormat = {},
): Change | null {
  if (current === null || previous === null || previous === 0) return null;
  const difference = current - previous;
  if (unit === 'ratio') return signed(difference, formatPoints(difference));
  if (previous < 0)
    return signed(difference, formatMeasure(Math.abs(difference), unit, { ...format, showZero: true }));
  const growth = difference / previous;
  if (growth <= MAX_PERCENT_GROWTH)
    return signed(growth, formatPercent(Math.abs(growth), { decimals: 1, showZero: true }));
  return { way: 'up', text: formatMultiple(current / previous, format.times) };
}

function formatPoints(difference: number): string {
  const points = shift(Math.abs(difference), 2);
  return `${formatNumber(points, { decimals: points < FINE_POINTS ? 2 : 1, showZero: true })}pt`;
}

/** If the text has no digit other than zero, the change is flat, however small the difference is. */
function signed(difference: number, text: string): Change {
  if (!/[1-9]/.test(text)) return { way: 'flat', text };
  return difference > 0 ? { way: 'up', text: `+${text}` } : { way: 'down', text: `-${text}` };
}
