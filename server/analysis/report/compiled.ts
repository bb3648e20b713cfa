import { axisOf, measureOf, type AttributionModel, type AxisKey, type BaseSums, type Figures, type FormulaMeasure, type MeasureKey } from '../../../shared/catalog';
import { remembered } from '../facts/remembered';
import type { ReportRow } from '../input';

type Formula = FormulaMeasure['formula'];

/** Makes the values of measures of a row's sums. */
export type MakeFigures = (sums: BaseSums) => Figures;

/**
 * How the values of these measures under a model are made of sums. Written as one literal, as setting some fifty keys one
 * by one takes longer than the database does; the names in it are keys of the catalogue, nothing that anybody typed.
 */
export const figuresMaker = remembered((measures: readonly MeasureKey[], model: AttributionModel): MakeFigures => {
  const formulas: Formula[] = [];
  const entries = measures.map((key) => {
    const measure = measureOf(key);
    if (measure.kind === 'formula') return `${key}: f[${formulas.push(measure.formula) - 1}](s, ${model})`;
    const base = typeof measure.base === 'function' ? measure.base(model) : measure.base;
    return `${key}: s.${base}${measure.scale ? ` / ${measure.scale}` : ''}`;
  });
  return new Function('f', `return (s) => ({ ${entries.join(', ')} });`)(formulas) as MakeFigures;
});

/** Makes a row of the ids and labels of its axes. */
export type MakeRow = (ids: readonly (number | null)[], labels: readonly (string | null)[], noAd: boolean, figures: Figures) => ReportRow;

/** How rows of these axes are made: the keys of the axes, then the figures. */
export function rowMaker(axes: readonly AxisKey[]): MakeRow {
  const keys = axes.map((axis) => [axisOf(axis).idKey, axis] as const);
  return (ids, labels, noAd, figures) => {
    const row: Record<string, unknown> = {};
    keys.forEach(([idKey, key], index) => {
      if (idKey) row[idKey] = ids[index];
      row[key] = labels[index];
    });
    row.noAd = noAd;
    row.figures = figures;
    return row as unknown as ReportRow;
  };
}
