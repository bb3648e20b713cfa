import { AlertCondition } from './enums';
import { measureName, measureOf } from './evaluate';
import { measureKeys, type MeasureKey } from './measures';
import type { WatchedKind } from '../domain/watch';

/** Addresses that one alert is mailed to at most. */
export const MOST_RECIPIENTS = 10;

/** The measures that an alert may watch, by their REST names. */
export const watchedNames: readonly string[] = measureKeys.map(measureName);

/** What may be negative has no usual range: that of the rule ends at zero. */
const SIGNED: readonly MeasureKey[] = ['profit', 'roi', 'attrProfit', 'mediaClickDifference'];

/** Whether a measure has a usual range by which days are judged. */
export const hasUsualRange = (key: MeasureKey): boolean => !SIGNED.includes(key);

/** How a measure varies by itself: counts of events by chance, all else as sums do. */
export const varies = (key: MeasureKey): WatchedKind => (measureOf(key).unit === 'count' ? 'count' : 'sum');

/** A threshold as the measure is: of ratios it is written in percent. */
export const thresholdValue = (key: MeasureKey, threshold: number): number =>
  measureOf(key).unit === 'ratio' ? threshold / 100 : threshold;

/** Whether a condition compares with a threshold. */
export const hasThreshold = (rule: unknown): boolean =>
  rule === AlertCondition.ABOVE || rule === AlertCondition.BELOW;
