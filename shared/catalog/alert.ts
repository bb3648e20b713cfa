import { AlertCondition } from './enums';
import { measureName, measureOf } from './evaluate';
import { measureKeys, type MeasureKey } from './measures';
import type { VariationKind } from '../domain/watch';

/** Most mail recipients of one alert. */
export const MAX_RECIPIENTS = 10;

/** REST names of the measures that an alert can watch. */
export const alertMeasureNames: readonly string[] = measureKeys.map(measureName);

/** Measures that can be negative. They have no usual range, because its lower bound ends at zero. */
const SIGNED: readonly MeasureKey[] = ['profit', 'roi', 'attrProfit', 'mediaClickDifference'];

/** Returns whether days can be compared with a usual range of the measure. */
export const hasUsualRange = (key: MeasureKey): boolean => !SIGNED.includes(key);

/** Returns how a measure varies at random: event counts like a Poisson count, all others like a sum. */
export const variationOf = (key: MeasureKey): VariationKind =>
  measureOf(key).unit === 'count' ? 'count' : 'sum';

/** Converts an entered threshold to the measure's scale: thresholds of ratios are entered in percent. */
export const thresholdValue = (key: MeasureKey, threshold: number): number =>
  measureOf(key).unit === 'ratio' ? threshold / 100 : threshold;

/** Returns whether a condition compares with a threshold; that of the pace is in percent of the target. */
export const hasThreshold = (rule: unknown): boolean =>
  rule === AlertCondition.ABOVE || rule === AlertCondition.BELOW || rule === AlertCondition.PACE;

/** Largest deviation from a target that an alert can tolerate, in percent. */
export const MAX_TOLERANCE = 100;
