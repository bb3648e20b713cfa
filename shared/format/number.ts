import { roundHalfAway, shift } from './round';

/** What is shown where there is no value, and for zero unless asked otherwise. */
export const DASH = '-';

export interface NumberOptions {
  /** Digits after the point. */
  readonly decimals?: number;
  /** Shows zero as a number instead of a dash. */
  readonly showZero?: boolean;
}

/** `1,234` or `-1,234.50`: groups of three, rounded half away from zero; null and zero are `-`. */
export function formatNumber(value: number | null | undefined, options: NumberOptions = {}): string {
  if (isBlank(value, options)) return DASH;
  return grouped(value, options.decimals ?? 0);
}

/** A ratio as percent, `12.34%` for 0.12341; two decimals unless asked otherwise. */
export function formatPercent(ratio: number | null | undefined, options: NumberOptions = {}): string {
  if (isBlank(ratio, options)) return DASH;
  return `${grouped(shift(ratio, 2), options.decimals ?? 2)}%`;
}

/** What stands around an amount of yen. */
export interface YenSigns {
  readonly before: string;
  readonly after: string;
}

/** Yen as each language writes it. */
export const yenSigns = {
  ja: { before: '', after: '円' },
  en: { before: '¥', after: '' },
  'zh-CN': { before: '', after: '日元' },
} as const satisfies Record<string, YenSigns>;

/** `1,234円`, or as another language writes it. The sign is ours: Intl prints a full-width one. */
export function formatYen(
  value: number | null | undefined,
  options: NumberOptions & { yen?: YenSigns } = {},
): string {
  if (isBlank(value, options)) return DASH;
  const { before, after } = options.yen ?? yenSigns.ja;
  const text = grouped(value, options.decimals ?? 0);
  return text.startsWith('-') ? `-${before}${text.slice(1)}${after}` : `${before}${text}${after}`;
}

/** The digits of money after the point, where it is told as it stands. */
const MOST_DECIMALS = 2;

/** Yen that somebody set, with the decimals they set: `12.5円`, which is not rounded as figures are. */
export function formatSetYen(
  value: number | null | undefined,
  options: Omit<NumberOptions, 'decimals'> & { yen?: YenSigns } = {},
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
