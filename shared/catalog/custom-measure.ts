import type { AttributionModel, CustomMeasureUnit } from './enums';
import type { BaseSums } from './base-columns';
import { baseKeysOf, evaluateMeasure, findMeasure, isAdditive, measureName } from './evaluate';
import { ratio, type FormulaMeasure, type MeasureUnit } from './measure';
import { measureKeys, type MeasureKey } from './measures';

/** Measures that a ratio of one's own is made of: those whose rows add up, so that its total is made of sums as well. */
export const partKeys: readonly MeasureKey[] = measureKeys.filter(isAdditive);
/** The same by their REST names, as a ratio is stored and written. */
export const partNames: readonly string[] = partKeys.map(measureName);

/** Measures that are added up to a numerator at most, and digits after the point. */
export const customLimits = { parts: 5, decimals: 4 } as const;

const units: Readonly<Record<CustomMeasureUnit, MeasureUnit>> = {
  1: 'yen',
  2: 'ratio',
  3: 'count',
  4: 'number',
};

/** How a ratio of one's own is shown. */
export const unitOfCustom = (unit: CustomMeasureUnit): MeasureUnit => units[unit];

/** What a ratio is made of. */
export interface CustomParts {
  /** Added up. */
  readonly numerators: readonly MeasureKey[];
  readonly denominator: MeasureKey;
  readonly unit: CustomMeasureUnit;
}

/** The measures behind comma-joined REST names; names that are none (of a later version) are left out. */
export const measuresIn = (names: string): MeasureKey[] =>
  names.split(',').flatMap((name) => findMeasure(name) ?? []);

/** A ratio of one's own as a measure like those of the catalogue: made of base sums, for rows and totals alike; null where its denominator is 0. */
export function customMeasure({ numerators, denominator, unit }: CustomParts): FormulaMeasure {
  const valueOf = (key: MeasureKey, sums: BaseSums, model: AttributionModel): number =>
    evaluateMeasure(key, sums, model) ?? 0;
  return {
    kind: 'formula',
    unit: unitOfCustom(unit),
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

/** The name of a ratio of one's own in REST, addresses and files: `custom_12`. */
export const customName = (id: number): string => `custom_${id}`;

/** The ratio that a name in REST or GraphQL spelling is of; null for a name of anything else. */
export function customIdOf(name: string): number | null {
  const [, id] = /^custom_?([1-9]\d{0,8})$/.exec(name) ?? [];
  return id === undefined ? null : Number(id);
}
