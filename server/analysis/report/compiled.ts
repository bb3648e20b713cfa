import {
  axisOf,
  measureOf,
  type AttributionModel,
  type AxisKey,
  type BaseSums,
  type FormulaMeasure,
  type MeasureKey,
} from '../../../shared/catalog';
import type { AnalysisRow } from '../input';
import { remembered } from '../facts/remembered';

type Formula = FormulaMeasure['formula'];

/** `key: value` of each measure in an object literal over `s`, the sums; formulas are called by their index in `f`. */
function measureEntries(keys: readonly MeasureKey[], model: AttributionModel, formulas: Formula[]): string[] {
  return keys.map((key) => {
    const measure = measureOf(key);
    if (measure.kind === 'formula') return `${key}: f[${formulas.push(measure.formula) - 1}](s, ${model})`;
    const base = typeof measure.base === 'function' ? measure.base(model) : measure.base;
    return `${key}: s.${base}${measure.scale ? ` / ${measure.scale}` : ''}`;
  });
}

/** Makes a row of the ids and labels of its axes, whether it is that of direct conversions, and its sums. */
export type MakeRow = (
  ids: readonly (number | null)[],
  labels: readonly (string | null)[],
  noAd: boolean,
  sums: BaseSums,
) => AnalysisRow;

/**
 * How rows of these axes and measures are made: keys in the order of axes, then measures. Written as one literal,
 * as setting some fifty keys one by one takes longer than the database does; the names in it are keys of the
 * catalogue, nothing that anybody typed.
 */
export const rowMaker = remembered((axes: readonly AxisKey[], measures: readonly MeasureKey[], model: AttributionModel): MakeRow => {
  const formulas: Formula[] = [];
  const ofAxes = axes.flatMap((axis, index) => {
    const { idKey, key } = axisOf(axis);
    return [...(idKey ? [`${idKey}: ids[${index}]`] : []), `${key}: labels[${index}]`];
  });
  const entries = [...ofAxes, 'no_ad: noAd', ...measureEntries(measures, model, formulas)];
  return new Function('f', `return (ids, labels, noAd, s) => ({ ${entries.join(', ')} });`)(formulas) as MakeRow;
});

/** What one model makes of a row, for the measures that were asked for. */
export type ModelCredit = { attribution_model: AttributionModel } & Partial<Record<MeasureKey, number | null>>;

/** How the values of these measures under each of the models are made of sums. */
export const creditsMaker = remembered((measures: readonly MeasureKey[], models: readonly AttributionModel[]) => {
  const formulas: Formula[] = [];
  const credits = models.map((model) => `{ ${[`attribution_model: ${model}`, ...measureEntries(measures, model, formulas)].join(', ')} }`);
  return new Function('f', `return (s) => [${credits.join(', ')}];`)(formulas) as (sums: BaseSums) => ModelCredit[];
});
