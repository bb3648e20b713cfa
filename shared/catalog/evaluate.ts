import { recordOf } from '../records';
import { baseKeys, baseSources, type BaseKey, type BaseSource, type BaseValues } from './base-columns';
import { AttributionModel, type CustomMeasureUnit } from './enums';
import { ratio, type Measure, type FormulaMeasure, type MeasureUnit } from './measure';
import { measureKeys, measures, type MeasureKey } from './measures';

/** Metric values of one row. */
export type MetricValues = Record<MeasureKey, number | null>;

/** Returns the definition of a measure. */
export const measureOf = (key: MeasureKey): Measure => measures[key];

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
export const findMeasure = (name: string): MeasureKey | null => keysByName.get(name) ?? null;

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

/** Measures that a custom measure can combine: additive ones, because its total is computed from sums too. */
export const combinableKeys: readonly MeasureKey[] = measureKeys.filter(isAdditive);
/** REST names of these measures, as custom measures are stored. */
export const combinableNames: readonly string[] = combinableKeys.map(measureName);

/** Most numerator measures of a custom measure, and its most decimals. */
export const customMeasureLimits = { parts: 5, decimals: 4 } as const;

const units: Readonly<Record<CustomMeasureUnit, MeasureUnit>> = {
  1: 'yen',
  2: 'ratio',
  3: 'count',
  4: 'number',
};

/** Returns the display unit of a custom measure. */
export const customMeasureUnit = (unit: CustomMeasureUnit): MeasureUnit => units[unit];

/** Definition of a custom measure. */
interface CustomMeasureDefinition {
  /** Added up. */
  readonly numerators: readonly MeasureKey[];
  readonly denominator: MeasureKey;
  readonly unit: CustomMeasureUnit;
}

/**
 * Parses comma-separated REST names of measures. Unknown names, for example of a later version, are skipped.
 */
export const parseMeasureNames = (names: string): MeasureKey[] =>
  names.split(',').flatMap((name) => findMeasure(name) ?? []);

/**
 * Builds a custom measure that behaves like a measure of the catalogue: it is computed from base sums, for
 * rows and totals alike, and is null if its denominator is 0.
 */
export function customMeasure({ numerators, denominator, unit }: CustomMeasureDefinition): FormulaMeasure {
  const valueOf = (key: MeasureKey, sums: BaseValues, model: AttributionModel): number =>
    evaluateMeasure(key, sums, model) ?? 0;
  return {
    kind: 'formula',
    unit: customMeasureUnit(unit),
    direction: 'neutral',
    description: 'A ratio that somebody of the company defined.',
    additive: false,
    needs: (model) => baseKeysOf([...numerators, denominator], model),
    formula: (sums, model) =>
      ratio(
        numerators.reduce((sum, key) => sum + valueOf(key, sums, model), 0),
        valueOf(denominator, sums, model),
      ),
  };
}

/** Returns the name of a custom measure in REST, URLs and files: `custom_12`. */
export const customMeasureName = (id: number): string => `custom_${id}`;

/** Returns the id of the custom measure with this REST or GraphQL name, or null for any other name. */
export function parseCustomMeasureId(name: string): number | null {
  const [, id] = /^custom_?([1-9]\d{0,8})$/.exec(name) ?? [];
  return id === undefined ? null : Number(id);
}
