import type { BaseKey } from './base-columns';
import { AttributionModel, enumValues } from './enums';
import { measureOf } from './evaluate';
import { ALL_CV_SETTINGS, drillDownSums, type MetricCell } from './metric-cell';
import { measureKeys, type MeasureKey } from './measures';

/**
 * Returns the measure that equals a base sum, with its attribution model. Null for sums that only enter
 * formulas.
 */
export function findMeasureOfSum(
  key: BaseKey,
): { measure: MeasureKey; model: AttributionModel | null } | null {
  for (const measure of measureKeys) {
    const definition = measureOf(measure);
    if (definition.kind !== 'base') continue;
    if (definition.base === key) return { measure, model: null };
    const model =
      typeof definition.base === 'function'
        ? enumValues(AttributionModel).find((one) => drillDownSums(measure, one)[0] === key)
        : undefined;
    if (model) return { measure, model };
  }
  return null;
}

/** Names of cells that have no measure of this name. */
export type CellWord =
  | 'everyConversion'
  | 'clickCost'
  | 'approvedCost'
  | 'gained'
  | 'customers'
  | 'laterConversions'
  | 'laterSales';

/** Fields that the name of a cell depends on. */
export type NamedCell = Pick<MetricCell, 'key' | 'cvSettingIds' | 'acquired' | 'gained'>;

/** Name of a cell: a special word, or its measure, plus the attribution model. */
export interface CellName {
  readonly word: CellWord | null;
  readonly measure: MeasureKey | null;
  readonly model: AttributionModel | null;
}

/** Returns the special word of an ad effect cell, or null for other reports. */
function effectCellWord(
  measure: MeasureKey,
  { acquired, gained }: Pick<MetricCell, 'acquired' | 'gained'>,
): CellWord | null {
  if (gained) return 'gained';
  if (!acquired) return null;
  if (acquired.customers) return 'customers';
  return measure === 'attrAmount' ? 'laterSales' : 'laterConversions';
}

/** Returns the name of a cell. Screens and files use the same name. */
export function cellName(cell: NamedCell): CellName {
  const { key, cvSettingIds } = cell;
  const plain = { word: null, measure: null, model: null };
  if (cvSettingIds === ALL_CV_SETTINGS) return { ...plain, word: 'everyConversion' };
  if (key === 'costSen') return { ...plain, word: 'clickCost' };
  if (key === 'cvCostApprovedSen') return { ...plain, word: 'approvedCost' };
  if (key === 'mediaCostSen') return { ...plain, measure: 'mediaCost' };
  const match = findMeasureOfSum(key);
  return { ...plain, ...match, word: match && effectCellWord(match.measure, cell) };
}
