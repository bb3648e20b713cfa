import type { MeasureUnit } from '../catalog';
import { durationWords, formatDuration, type DurationWords } from './duration';
import { formatNumber, formatPercent, formatYen, type NumberOptions, type YenAffixes } from './number';
import { roundHalfAway, roundParts, shift } from './round';

/** Displayed decimals by unit; for a ratio, those of its percentage. */
const displayDecimals: Record<MeasureUnit, number> = { count: 0, number: 2, ratio: 2, yen: 0, seconds: 0 };

/** Returns the displayed number of a value: a ratio as its percentage, a duration in whole seconds. */
export const displayNumber = (value: number, unit: MeasureUnit, decimals = displayDecimals[unit]): number =>
  roundHalfAway(unit === 'ratio' ? shift(value, 2) : value, decimals);

/** Returns the displayed numbers of parts, rounded so that they add up to the displayed whole. */
export const displayParts = (parts: readonly number[], unit: MeasureUnit): number[] =>
  roundParts(unit === 'ratio' ? parts.map((part) => shift(part, 2)) : parts, displayDecimals[unit]);

export interface MeasureFormat extends NumberOptions {
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
