import {
  AttributionModel,
  CustomMeasureUnit,
  isEnumValue,
  type BaseKey,
  type BaseSums,
  type FormulaMeasure,
} from '../../../shared/catalog';
import { customIdOf, customMeasure, customName, measuresIn } from '../../../shared/catalog/custom-measure';
import { texts } from '../../../shared/i18n';
import type { Actor } from '../../auth/actor';
import type { Database } from '../../db/database';
import type { CustomFigure, ReportRow } from '../input';
import type { Column } from './columns';
import type { Part, Report } from './report';

/** A ratio that somebody of the company defined, as a measure. */
export interface OwnRatio {
  readonly id: number;
  readonly title: string;
  readonly decimals: number;
  readonly measure: FormulaMeasure;
}

/** The field of rows that holds them, as a report declares it. */
export const CUSTOM_FIGURES: Part = {
  type: 'CustomFigure',
  fields: { id: 'int', value: 'float?', previous: 'float?' },
  list: true,
};

const FIELD = 'customFigures';
const PREVIOUS = `${FIELD}.previous`;

/** Whether the rows of a report hold such ratios. */
export const hasOwnRatios = ({ fields }: Pick<Report, 'fields'>): boolean => fields[FIELD] === CUSTOM_FIGURES;

/** Whether a question wants them: in rows, or as their order. */
export const wantsOwnRatios = (
  report: Report,
  fields: readonly string[] | null | undefined,
  sortName: string | null | undefined,
): boolean =>
  hasOwnRatios(report) &&
  (fields == null ||
    fields.some((field) => field.startsWith(FIELD)) ||
    (sortName != null && customIdOf(sortName) !== null));

/** Those that an actor has in reports: their own, and those shared in the company; none for whom the company took them away. */
export async function readOwnRatios(db: Database, actor: Actor): Promise<OwnRatio[]> {
  if (actor.grants.custom_measures.right === 'none') return [];
  const rows = await db.read<{
    id: number;
    title: string;
    numerators: string;
    denominator: string;
    unit: number;
    decimals: number;
  }>(
    `SELECT id, title, numerators, denominator, unit, decimals FROM custom_measure
     WHERE company_id = ? AND (user_id = ? OR shared = 1) ORDER BY id`,
    [actor.companyId, actor.userId],
  );
  return rows.flatMap(({ id, title, numerators, denominator, unit, decimals }) => {
    const above = measuresIn(numerators);
    const [below] = measuresIn(denominator);
    // Made of what a later version of the product measured, it has no value here.
    if (above.length === 0 || !below || !isEnumValue(CustomMeasureUnit, unit)) return [];
    return [{ id, title, decimals, measure: customMeasure({ numerators: above, denominator: below, unit }) }];
  });
}

const figureIn = (row: ReportRow, id: number): CustomFigure | undefined =>
  row.customFigures?.find((one) => one.id === id);

/** A ratio of one's own as a column of a report, and that of the days compared with. */
export const ownRatioColumn = ({ id, title, decimals, measure }: OwnRatio): Column => ({
  name: customName(id),
  fields: [`${FIELD}.value`],
  value: (row) => figureIn(row, id)?.value,
  title: () => title,
  unit: measure.unit,
  decimals,
  onCost: measure.needs(AttributionModel.LINEAR).includes('coveredCostSen'),
});
export const ownRatioBefore = (ratio: OwnRatio): Column => ({
  ...ownRatioColumn(ratio),
  name: `${customName(ratio.id)}_previous`,
  fields: [PREVIOUS],
  value: (row) => figureIn(row, ratio.id)?.previous ?? null,
  title: (locale) => `${ratio.title} ${texts[locale].report.compared}`,
});

/** How the ratios of a report's rows are made. */
export interface OwnRatioMaker {
  /** The base sums that they read. */
  readonly keys: readonly BaseKey[];
  /** @param before the sums of the days compared with; absent: nothing is compared, or there was nothing */
  of(sums: BaseSums, before: BaseSums | null | undefined): CustomFigure[];
}

/** Null where no row holds any. */
export function ownRatioMaker(
  ratios: readonly OwnRatio[] | null,
  model: AttributionModel,
): OwnRatioMaker | null {
  if (!ratios) return null;
  return {
    keys: ratios.flatMap(({ measure }) => measure.needs(model)),
    of: (sums, before) =>
      ratios.map(({ id, measure }) => ({
        id,
        value: measure.formula(sums, model),
        previous: before ? measure.formula(before, model) : null,
      })),
  };
}
