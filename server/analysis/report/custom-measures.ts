import {
  AttributionModel,
  CustomMeasureUnit,
  isEnumValue,
  type BaseKey,
  type BaseValues,
  type FormulaMeasure,
} from '../../../shared/catalog';
import {
  parseCustomMeasureId,
  customMeasure,
  customMeasureName,
  parseMeasureNames,
} from '../../../shared/catalog/evaluate';
import { texts } from '../../../shared/i18n';
import type { Actor } from '../../auth/actor';
import { select } from '../../db/statements';
import type { Database } from '../../db/database';
import type { CustomMeasureValue, ReportRow } from '../input';
import type { Column } from './columns';
import type { Part, Report } from './report';

/** A custom measure of the company: a user-defined ratio. */
export interface CustomMeasure {
  readonly id: number;
  readonly title: string;
  readonly decimals: number;
  readonly measure: FormulaMeasure;
}

/** Row field that holds custom measures, as a report declares it. */
export const CUSTOM_MEASURE_VALUES: Part = {
  type: 'CustomFigure',
  fields: { id: 'int', value: 'float?', previous: 'float?' },
  list: true,
};

const FIELD = 'customFigures';
const PREVIOUS = `${FIELD}.previous`;

/** Whether the rows of a report hold custom measures. */
export const hasCustomMeasures = ({ fields }: Pick<Report, 'fields'>): boolean =>
  fields[FIELD] === CUSTOM_MEASURE_VALUES;

/** Whether a request needs custom measures, in its rows, as its sort order or in its conditions. */
export const needsCustomMeasures = (
  report: Report,
  fields: readonly string[] | null | undefined,
  named: readonly (string | null | undefined)[],
): boolean =>
  hasCustomMeasures(report) &&
  (fields == null ||
    fields.some((field) => field.startsWith(FIELD)) ||
    named.some((name) => name != null && parseCustomMeasureId(name) !== null));

/**
 * Reads the custom measures of an actor: their own and those shared in the company. Empty if the company
 * withdrew the right.
 */
export async function readCustomMeasures(db: Database, actor: Actor): Promise<CustomMeasure[]> {
  if (actor.grants.custom_measures.right === 'none') return [];
  const rows = await select<{
    id: number;
    title: string;
    numerators: string;
    denominator: string;
    unit: number;
    decimals: number;
  }>(db)`SELECT
    id, title, numerators, denominator, unit, decimals FROM custom_measure
    WHERE company_id = ${actor.companyId} AND (user_id = ${actor.userId} OR shared = 1) ORDER BY id`;
  return rows.flatMap(({ id, title, numerators, denominator, unit, decimals }) => {
    const above = parseMeasureNames(numerators);
    const [below] = parseMeasureNames(denominator);
    // A measure of a later version has no value here.
    if (above.length === 0 || !below || !isEnumValue(CustomMeasureUnit, unit)) return [];
    return [{ id, title, decimals, measure: customMeasure({ numerators: above, denominator: below, unit }) }];
  });
}

const valueIn = (row: ReportRow, id: number): CustomMeasureValue | undefined =>
  row.customFigures?.find((one) => one.id === id);

/** Returns a custom measure as a column of a report. */
export const customMeasureColumn = ({ id, title, decimals, measure }: CustomMeasure): Column => ({
  name: customMeasureName(id),
  fields: [`${FIELD}.value`],
  value: (row) => valueIn(row, id)?.value,
  title: () => title,
  unit: measure.unit,
  decimals,
  includesAdCost: measure.needs(AttributionModel.LINEAR).includes('coveredCostSen'),
});
export const previousCustomMeasureColumn = (definition: CustomMeasure): Column => ({
  ...customMeasureColumn(definition),
  name: `${customMeasureName(definition.id)}_previous`,
  fields: [PREVIOUS],
  value: (row) => valueIn(row, definition.id)?.previous ?? null,
  title: (locale) => `${definition.title} ${texts[locale].report.compared}`,
});

/** Computes the custom measures of a report's rows. */
export interface CustomMeasureCalculator {
  /** Base measures that they need. */
  readonly keys: readonly BaseKey[];
  /** @param before sums of the comparison days; absent: no comparison, or no facts */
  of(sums: BaseValues, before: BaseValues | null | undefined): CustomMeasureValue[];
}

/** Returns null if no row holds custom measures. */
export function customMeasureCalculator(
  customMeasures: readonly CustomMeasure[] | null,
  model: AttributionModel,
): CustomMeasureCalculator | null {
  if (!customMeasures) return null;
  return {
    keys: customMeasures.flatMap(({ measure }) => measure.needs(model)),
    of: (sums, before) =>
      customMeasures.map(({ id, measure }) => ({
        id,
        value: measure.formula(sums, model),
        previous: before ? measure.formula(before, model) : null,
      })),
  };
}
