import type { MeasureUnit } from '../catalog';
import { formatMeasure, type MeasureFormat } from './measure';
import { formatNumber, formatPercent, type NumberOptions } from './number';
import { shift } from './round';

/** Displayed change of a metric value against an earlier one. */
export interface Change {
  /** Direction of the change; flat if rounding leaves no change. */
  readonly way: 'up' | 'down' | 'flat';
  /** Signed text: `+12.3%`, `-0.52pt`, `12倍`. */
  readonly text: string;
}

/** Affixes of a multiple. */
export interface MultipleAffixes {
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

export interface ChangeFormat extends Pick<MeasureFormat, 'words' | 'yen' | 'decimals'> {
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
