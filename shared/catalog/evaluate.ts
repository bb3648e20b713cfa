import { baseKeys, baseSources, type BaseKey, type BaseSource, type BaseSums } from './base-columns';
import { AttributionModel } from './enums';
import type { Measure } from './measure';
import { measureKeys, measures, type MeasureKey } from './measures';
import { recordOf } from '../records';

/** The values of measures of one row. */
export type Figures = Record<MeasureKey, number | null>;

/** The record of a measure. */
export function measureOf(key: MeasureKey): Measure {
  return measures[key];
}

/** The REST name of a measure, also in addresses and files: `cvFinal1` is `cv_final_1`. */
export const measureName = (key: MeasureKey): string =>
  key.replace(/[A-Z]|\d+/g, (part) => `_${part.toLowerCase()}`);

/** The REST names of all measures in column order. */
export const measureNames: readonly string[] = measureKeys.map(measureName);

const keysByName = new Map<string, MeasureKey>(
  measureKeys.flatMap((key) =>
    [key, measureName(key), ...(measureOf(key).aliases ?? [])].map((name): [string, MeasureKey] => [
      name,
      key,
    ]),
  ),
);

/** The measure behind a key, a REST name or an alias; null for a name that is none. */
export function findMeasure(name: string): MeasureKey | null {
  return keysByName.get(name) ?? null;
}

/** The base sums that the given measures read under a model, each once, in order of declaration. */
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
 * The value of one measure for a row or a total: totals are evaluated from the summed base, so that
 * ratios are numerators over denominators. Null where the denominator is 0.
 */
export function evaluateMeasure(key: MeasureKey, sums: BaseSums, model: AttributionModel): number | null {
  const measure = measureOf(key);
  if (measure.kind === 'formula') return measure.formula(sums, model);
  const base = typeof measure.base === 'function' ? measure.base(model) : measure.base;
  return sums[base] / (measure.scale ?? 1);
}

/** The values of all measures (or of `keys`) for a row or a total. */
export function evaluateMeasures(
  sums: BaseSums,
  model: AttributionModel,
  keys: readonly MeasureKey[] = measureKeys,
): Figures {
  return recordOf(keys, (key) => evaluateMeasure(key, sums, model));
}

/** Whether the values of rows add up to the total's value. */
export function isAdditive(key: MeasureKey): boolean {
  const measure = measureOf(key);
  return measure.kind === 'base' || measure.additive;
}

/** Whether its values are shares of conversions or sales, of which rows have parts that make the whole. */
export function isSharedOut(key: MeasureKey): boolean {
  const measure = measureOf(key);
  return measure.kind === 'base' && typeof measure.base === 'function';
}

/**
 * The base sums of which one at least is there wherever any is, as each says itself (`implies`). Finer than the ad (by
 * device, link) some of that is so for all parts of the ad together only: one part may hold a position, another the
 * ad's one assist.
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

/** Whether any of these facts of the row is not zero: rows without one are not reported. */
export const hasFacts = (sums: BaseSums, keys: readonly BaseKey[] = baseKeys): boolean =>
  keys.some((key) => sums[key] !== 0);

/** Whether a measure is made of the ad cost, into which costs of media may enter: where they do, a mark says so. */
export function restsOnAdCost(key: MeasureKey): boolean {
  const measure = measureOf(key);
  return measure.kind === 'formula' && measure.needs(AttributionModel.LINEAR).includes('coveredCostSen');
}
