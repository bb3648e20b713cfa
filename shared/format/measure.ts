import type { MeasureUnit } from '../catalog';
import { durationWords, formatDuration, type DurationWords } from './duration';
import { formatNumber, formatPercent, formatYen, type NumberOptions, type YenSigns } from './number';

export interface MeasureFormat extends NumberOptions {
  readonly words?: DurationWords;
  readonly yen?: YenSigns;
  /** Leaves the yen sign out, where the header names the unit. */
  readonly unitInHeader?: boolean;
}

/** A measure's value as the console shows it, by its unit. */
export function formatMeasure(value: number | null | undefined, unit: MeasureUnit, options: MeasureFormat = {}): string {
  switch (unit) {
    case 'count':
      return formatNumber(value, options);
    case 'number':
      return formatNumber(value, { decimals: 2, ...options });
    case 'ratio':
      return formatPercent(value, options);
    case 'yen':
      return options.unitInHeader ? formatNumber(value, options) : formatYen(value, options);
    case 'seconds':
      return formatDuration(value, options.words ?? durationWords.ja, options);
  }
}
