import type { AttributionModel, CustomMeasureUnit } from './enums';
import type { BaseValues } from './base-columns';
import { baseKeysOf, evaluateMeasure, findMeasure, isAdditive, measureName } from './evaluate';
import { ratio, type FormulaMeasure, type MeasureUnit } from './measure';
import { measureKeys, type MeasureKey } from './measures';

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
export interface CustomMeasureDefinition {
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
