import { AttributionModel, enumValues, type AttributionPair } from '../../../../../shared/catalog';
import { figureOf, figureUnderModel, type ReportRow } from '../../../kit/report/answer';

/** What all models make of one row. */
export interface ModelRange {
  readonly values: readonly { readonly model: AttributionModel; readonly value: number }[];
  readonly low: { readonly model: AttributionModel; readonly value: number };
  readonly high: { readonly model: AttributionModel; readonly value: number };
  /** Without any model; null: there is none. */
  readonly normal: number | null;
}

const MODELS = enumValues(AttributionModel);

/** How far the models lie apart in a row; undefined where none of them gives it anything. */
export function rangeOf(
  row: ReportRow,
  { normal, attributed }: Pick<AttributionPair, 'normal' | 'attributed'>,
): ModelRange | undefined {
  const values = MODELS.flatMap((model) => {
    const value = figureUnderModel(row, model, attributed);
    return value === null ? [] : [{ model, value }];
  });
  const [first] = values;
  if (!first || values.every(({ value }) => value === 0)) return undefined;
  const low = values.reduce((least, one) => (one.value < least.value ? one : least), first);
  const high = values.reduce((most, one) => (one.value > most.value ? one : most), first);
  return { values, low, high, normal: figureOf(row, normal) };
}

/** The sums of a column of shares over all rows, by model. */
export const modelSums = (
  rows: readonly ReportRow[],
  key: AttributionPair['attributed'],
): { model: AttributionModel; sum: number }[] =>
  MODELS.map((model) => ({
    model,
    sum: rows.reduce((sum, row) => sum + (figureUnderModel(row, model, key) ?? 0), 0),
  }));

/** What only the rounding of shares leaves apart. */
const ROUNDING = 1e-9;

/** Whether every model shares out the whole, no more and no less. */
export const makeTheWhole = (sums: readonly { sum: number }[], whole: number): boolean =>
  sums.every(({ sum }) => Math.abs(sum - whole) <= ROUNDING * Math.max(1, Math.abs(whole)));
