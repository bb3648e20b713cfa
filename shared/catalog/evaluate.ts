import { baseKeys, baseSources, type BaseKey, type BaseSource, type BaseValues } from './base-columns';
import { AttributionModel } from './enums';
import type { Measure } from './measure';
import { measureKeys, measures, type MeasureKey } from './measures';
import { recordOf } from '../records';

/** Metric values of one row. */
export type MetricValues = Record<MeasureKey, number | null>;

/** Returns the definition of a measure. */
export function measureOf(key: MeasureKey): Measure {
  return measures[key];
}

/** Returns the name of a measure in REST, URLs and files: `cvFinal1` is `cv_final_1`. */
export const measureName = (key: MeasureKey): string =>
  key.replace(/[A-Z]|\d+/g, (part) => `_${part.toLowerCase()}`);

/** REST names of all measures in column order. */
export const measureNames: readonly string[] = measureKeys.map(measureName);

const keysByName = new Map<string, MeasureKey>(
  measureKeys.flatMap((key) =>
    [key, measureName(key), ...(measureOf(key).aliases ?? [])].map((name): [string, MeasureKey] => [
      name,
      key,
    ]),
  ),
);

/** Returns the measure with this key, REST name or alias, or null if the name is unknown. */
export function findMeasure(name: string): MeasureKey | null {
  return keysByName.get(name) ?? null;
}

/** Returns the base sums that the measures read under a model, without duplicates, in declaration order. */
export function baseKeysOf(keys: readonly MeasureKey[], model: AttributionModel): BaseKey[] {
  const needed = new Set<BaseKey>();
  for (const key of keys) {
    const measure = measureOf(key);
    if (measure.kind === 'formula') measure.needs(model).forEach((base) => needed.add(base));
    else needed.add(typeof measure.base === 'function' ? measure.base(model) : measure.base);
  }
  return baseKeys.filter((key) => needed.has(key));
}

/**
 * Evaluates a measure for a row or a total. Totals are evaluated from the summed base, so ratios are sums
 * over sums. Null if the denominator is 0.
 */
export function evaluateMeasure(key: MeasureKey, sums: BaseValues, model: AttributionModel): number | null {
  const measure = measureOf(key);
  if (measure.kind === 'formula') return measure.formula(sums, model);
  const base = typeof measure.base === 'function' ? measure.base(model) : measure.base;
  return sums[base] / (measure.scale ?? 1);
}

/** Evaluates all measures (or `keys`) for a row or a total. */
export function evaluateMeasures(
  sums: BaseValues,
  model: AttributionModel,
  keys: readonly MeasureKey[] = measureKeys,
): MetricValues {
  return recordOf(keys, (key) => evaluateMeasure(key, sums, model));
}

/** Returns whether the values of all rows add up to the total. */
export function isAdditive(key: MeasureKey): boolean {
  const measure = measureOf(key);
  return measure.kind === 'base' || measure.additive;
}

/** Returns whether the measure is attributed: rows hold shares of conversions or sales. */
export function isAttributedMeasure(key: MeasureKey): boolean {
  const measure = measureOf(key);
  return measure.kind === 'base' && typeof measure.base === 'function';
}

/**
 * Returns base sums of which at least one is non-zero in every row with facts, as declared by `implies`. On
 * axes finer than the ad, some sums are implied for the ad as a whole only: one part can hold a position and
 * another the ad's single assist.
 */
export function presenceKeys(finerThanAd: boolean, model: AttributionModel): readonly BaseKey[] {
  return baseKeys.filter((key) => {
    const source: BaseSource = baseSources[key];
    return (
      source.implies === 'nothing' ||
      (finerThanAd && source.within === 'ad' && (source.model ?? model) === model)
    );
  });
}

/** Returns whether any of these facts is non-zero. Reports omit rows without facts. */
export const hasFacts = (sums: BaseValues, keys: readonly BaseKey[] = baseKeys): boolean =>
  keys.some((key) => sums[key] !== 0);

/**
 * Returns whether a measure includes the ad cost. A mark is shown if media costs are part of it (domain.md
 * section 6).
 */
export function includesAdCost(key: MeasureKey): boolean {
  const measure = measureOf(key);
  return measure.kind === 'formula' && measure.needs(AttributionModel.LINEAR).includes('coveredCostSen');
}
