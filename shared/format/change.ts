import type { MeasureUnit } from '../catalog';
import { formatMeasure, type MeasureFormat } from './measure';
import { formatNumber, formatPercent, type NumberOptions } from './number';
import { shift } from './round';

/** A change of a figure against an earlier one, as it is shown. */
export interface Change {
  /** More, less, or none that could be seen. */
  readonly way: 'up' | 'down' | 'flat';
  /** With its sign: `+12.3%`, `-0.52pt`, `12倍`. */
  readonly text: string;
}

/** What stands around how many times as much it is. */
export interface TimesSigns {
  readonly before: string;
  readonly after: string;
}

/** A multiple as each language writes it. */
export const timesSigns = {
  ja: { before: '', after: '倍' },
  en: { before: '×', after: '' },
  'zh-CN': { before: '', after: '倍' },
} as const satisfies Record<string, TimesSigns>;

/** How many times as much it is: `12倍`, or as another language writes it. */
export const formatTimes = (
  times: number,
  { before, after }: TimesSigns = timesSigns.ja,
  options: NumberOptions = {},
): string => `${before}${formatNumber(times, options)}${after}`;

export interface ChangeFormat extends Pick<MeasureFormat, 'words' | 'yen' | 'decimals'> {
  readonly times?: TimesSigns;
}

/** From a growth by so many times on, percents are harder to read than how many times as much it is. */
const MOST_GROWTH = 10;
/** Points below one are told to the hundredth. */
const FINE_POINTS = 1;

/**
 * A change as people compare it: of ratios in points, of all else in percent, and beyond 1,000 % as how many times as
 * much it is. What was negative has no percent: there it is the difference. Null where there is nothing to compare with.
 */
export function changeOf(
  current: number | null,
  previous: number | null,
  unit: MeasureUnit,
  format: ChangeFormat = {},
): Change | null {
  if (current === null || previous === null || previous === 0) return null;
  const difference = current - previous;
  if (unit === 'ratio') return signed(difference, pointsText(difference));
  if (previous < 0)
    return signed(difference, formatMeasure(Math.abs(difference), unit, { ...format, showZero: true }));
  const growth = difference / previous;
  if (growth <= MOST_GROWTH)
    return signed(growth, formatPercent(Math.abs(growth), { decimals: 1, showZero: true }));
  return { way: 'up', text: formatTimes(current / previous, format.times) };
}

function pointsText(difference: number): string {
  const points = shift(Math.abs(difference), 2);
  return `${formatNumber(points, { decimals: points < FINE_POINTS ? 2 : 1, showZero: true })}pt`;
}

/** A text without digits other than zero is no change, however small the difference is. */
function signed(difference: number, text: string): Change {
  if (!/[1-9]/.test(text)) return { way: 'flat', text };
  return difference > 0 ? { way: 'up', text: `+${text}` } : { way: 'down', text: `-${text}` };
}
