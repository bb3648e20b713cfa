import { AttributionModel, enumValues, type AttributionPair } from '../../../../../shared/catalog';
import { metricValue, metricValueUnderModel, type ReportRow } from '../../../kit/report/answer';

/** Values of one row under all models. */
export interface ModelRange {
  readonly values: readonly { readonly model: AttributionModel; readonly value: number }[];
  readonly low: { readonly model: AttributionModel; readonly value: number };
  readonly high: { readonly model: AttributionModel; readonly value: number };
  /** Value without a model, or null. */
  readonly normal: number | null;
}

const MODELS = enumValues(AttributionModel);

/** Returns the spread of a row over the models. Returns undefined if no model gives it credit. */
export function rangeOf(
  row: ReportRow,
  { normal, attributed }: Pick<AttributionPair, 'normal' | 'attributed'>,
): ModelRange | undefined {
  const values = MODELS.flatMap((model) => {
    const value = metricValueUnderModel(row, model, attributed);
    return value === null ? [] : [{ model, value }];
  });
  const [first] = values;
  if (!first || values.every(({ value }) => value === 0)) return undefined;
  const low = values.reduce((least, one) => (one.value < least.value ? one : least), first);
  const high = values.reduce((most, one) => (one.value > most.value ? one : most), first);
  return { values, low, high, normal: metricValue(row, normal) };
}

/** Sums a credit measure over all rows, by model. */
export const modelSums = (
  rows: readonly ReportRow[],
  key: AttributionPair['attributed'],
): { model: AttributionModel; sum: number }[] =>
  MODELS.map((model) => ({
    model,
    sum: rows.reduce((sum, row) => sum + (metricValueUnderModel(row, model, key) ?? 0), 0),
  }));

/** Tolerance for rounding of shares. */
const ROUNDING = 1e-9;

/** Returns true if every model distributes exactly the whole. */
export const addUpToWhole = (sums: readonly { sum: number }[], whole: number): boolean =>
  sums.every(({ sum }) => Math.abs(sum - whole) <= ROUNDING * Math.max(1, Math.abs(whole)));
