import type { BaseKey } from './base-columns';
import { AttributionModel, enumValues } from './enums';
import { measureOf } from './evaluate';
import { EVERY_SETTING, figuresBehind, type Figure } from './figure';
import { measureKeys, type MeasureKey } from './measures';

/** The measure that is a base sum, and the model under which it is; null for sums that only enter others. */
export function measureOfSum(key: BaseKey): { measure: MeasureKey; model: AttributionModel | null } | null {
  for (const measure of measureKeys) {
    const found = measureOf(measure);
    if (found.kind !== 'base') continue;
    if (found.base === key) return { measure, model: null };
    const model =
      typeof found.base === 'function'
        ? enumValues(AttributionModel).find((one) => figuresBehind(measure, one)[0] === key)
        : undefined;
    if (model) return { measure, model };
  }
  return null;
}

/** What figures are called that no measure is, or that say something else than theirs. */
export type FigureWord =
  | 'everyConversion'
  | 'clickCost'
  | 'approvedCost'
  | 'gained'
  | 'customers'
  | 'laterConversions'
  | 'laterSales';

/** What a figure is named by. */
export type NamedFigure = Pick<Figure, 'key' | 'cvSettingIds' | 'acquired' | 'gained'>;

/** What a figure is called: by a word of its own, else by its measure; with the model under which it is. */
export interface FigureName {
  readonly word: FigureWord | null;
  readonly measure: MeasureKey | null;
  readonly model: AttributionModel | null;
}

/** What the report of ad effect calls its figures; null for those of others. */
function effectWord(
  measure: MeasureKey,
  { acquired, gained }: Pick<Figure, 'acquired' | 'gained'>,
): FigureWord | null {
  if (gained) return 'gained';
  if (!acquired) return null;
  if (acquired.customers) return 'customers';
  return measure === 'attrAmount' ? 'laterSales' : 'laterConversions';
}

/** The name of a figure, the same wherever it is told: on screen, in files. */
export function figureName(figure: NamedFigure): FigureName {
  const { key, cvSettingIds } = figure;
  const plain = { word: null, measure: null, model: null };
  if (cvSettingIds === EVERY_SETTING) return { ...plain, word: 'everyConversion' };
  if (key === 'costSen') return { ...plain, word: 'clickCost' };
  if (key === 'cvCostApprovedSen') return { ...plain, word: 'approvedCost' };
  if (key === 'mediaCostSen') return { ...plain, measure: 'mediaCost' };
  const found = measureOfSum(key);
  return { ...plain, ...found, word: found && effectWord(found.measure, figure) };
}
