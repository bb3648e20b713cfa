import type { MeasureUnit } from '../catalog';
import { durationWords, formatDuration, type DurationWords } from './duration';
import { formatNumber, formatPercent, formatYen, type NumberOptions, type YenSigns } from './number';
import { roundHalfAway, roundParts, shift } from './round';

/** Digits after the point that are shown of each unit; of a ratio, those of its percent. */
const shownDecimals: Record<MeasureUnit, number> = { count: 0, number: 2, ratio: 2, yen: 0, seconds: 0 };

/** What `formatMeasure` shows of a value, as a number: a ratio is its percent, a duration whole seconds. */
export const shownNumber = (value: number, unit: MeasureUnit, decimals = shownDecimals[unit]): number =>
  roundHalfAway(unit === 'ratio' ? shift(value, 2) : value, decimals);

/** The same of parts that make a whole: they are rounded so that what is shown makes the whole as it is shown. */
export const shownParts = (parts: readonly number[], unit: MeasureUnit): number[] =>
  roundParts(unit === 'ratio' ? parts.map((part) => shift(part, 2)) : parts, shownDecimals[unit]);

export interface MeasureFormat extends NumberOptions {
  readonly words?: DurationWords;
  readonly yen?: YenSigns;
  /** Leaves the yen sign out, where the header names the unit. */
  readonly unitInHeader?: boolean;
}

/** A measure's value as the console shows it, by its unit. */
export function formatMeasure(
  value: number | null | undefined,
  unit: MeasureUnit,
  given: MeasureFormat = {},
): string {
  const options = { decimals: shownDecimals[unit], ...given };
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
