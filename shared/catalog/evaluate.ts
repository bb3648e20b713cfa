import { baseKeys, type BaseKey, type BaseSums } from './base-columns';
import { toCamelCase, type CamelCase } from './case';
import type { AttributionModel } from './enums';
import type { Measure } from './measure';
import { attrCvKey, measureKeys, measures, type MeasureKey } from './measures';

/** The GraphQL names of the measures. */
export type MeasureField = CamelCase<MeasureKey>;

/** The values of all measures of one row, by REST key. */
export type MeasureValues = Record<MeasureKey, number | null>;

/** The record of a measure. */
export function measureOf(key: MeasureKey): Measure {
  return measures[key];
}

/** The GraphQL name of a measure: `ad_click_count` is `adClickCount`. */
export function measureField(key: MeasureKey): MeasureField {
  return toCamelCase(key);
}

const keysByName = new Map<string, MeasureKey>(
  measureKeys.flatMap((key) =>
    [key, measureField(key), ...(measureOf(key).aliases ?? [])].map((name): [string, MeasureKey] => [name, key]),
  ),
);

/** The measure behind a REST key, a GraphQL name or an alias; null for a name that is none. */
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
): MeasureValues {
  const values = {} as MeasureValues;
  for (const key of keys) values[key] = evaluateMeasure(key, sums, model);
  return values;
}

/** Whether the values of rows add up to the total's value. */
export function isAdditive(key: MeasureKey): boolean {
  const measure = measureOf(key);
  return measure.kind === 'base' || measure.additive;
}

const INDIRECT: readonly BaseKey[] = ['indirect_first', 'indirect_2', 'indirect_3', 'indirect_4', 'indirect_5', 'indirect_6'];

/**
 * The base sums of which one at least is there wherever any is: first touches and click costs are of clicks; sales,
 * touches, latency and shares are of conversions, and whoever shares in one has it or assisted it. Finer than the
 * ad (by device, link) that is so for all parts of the ad together only: one part may hold a position, another the
 * ad's one assist.
 */
export function presenceKeys(finerThanAd: boolean, model: AttributionModel): readonly BaseKey[] {
  return [
    'clicks',
    'pv',
    'cv_final',
    'cv_middle',
    'indirect_total',
    'fee_yen',
    'cv_cost_approved_sen',
    'cv_cost_pending_sen',
    ...(finerThanAd ? [...INDIRECT, attrCvKey(model)] : []),
  ];
}

/** Whether any of these facts of the row is not zero: rows without one are not reported. */
export const hasFacts = (sums: BaseSums, keys: readonly BaseKey[] = baseKeys): boolean => keys.some((key) => sums[key] !== 0);
