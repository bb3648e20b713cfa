import { roundHalfAway, shift } from './round';

/** Shown for a missing value, and for zero without `showZero`. */
export const DASH = '-';

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
export interface YenAffixes {
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
