import {
  measureOf,
  type AttributionModel,
  type BaseKey,
  type BaseSums,
  type Figures,
  type FormulaMeasure,
  type MeasureKey,
} from '../../shared/catalog';
import { writtenFunction } from '../compile-function';
import { memoize } from './memoize';

/**
 * The functions of reports that are written for a selection of keys, because a plain loop over the keys takes as long as
 * the database: the month report of 200 ads is read in 1.3 ms (embedded database). Names in them are keys of the
 * catalogue, nothing that anybody typed. Figures beside each: 200 rows with all keys, 2 cores.
 */

/** Adds sums to those of a report's row; what is absent (a sum over no rows is NULL) counts as 0. */
export type Add = (to: BaseSums, from: Readonly<Partial<Record<BaseKey, number | null>>>) => void;

/** How the sums of these keys are added: 0.005 ms, a plain loop 0.37 ms, three times a report. */
export const adder = memoize((keys: readonly BaseKey[]): Add => {
  const lines = keys.map((key) => `to.${key} += from.${key} ?? 0;`);
  return writtenFunction<Add>({}, `return (to, from) => { ${lines.join('\n')} };`);
});

/** Makes the values of measures of a row's sums. */
export type MakeFigures = (sums: BaseSums) => Figures;

/** How the values of these measures under a model are made of sums: 0.03 ms as one literal, 0.34 ms or more key by key. */
export const figuresMaker = memoize(
  (measures: readonly MeasureKey[], model: AttributionModel): MakeFigures => {
    const formulas: FormulaMeasure['formula'][] = [];
    const entries = measures.map((key) => {
      const measure = measureOf(key);
      if (measure.kind === 'formula') return `${key}: f[${formulas.push(measure.formula) - 1}](s, ${model})`;
      const base = typeof measure.base === 'function' ? measure.base(model) : measure.base;
      return `${key}: s.${base}${measure.scale ? ` / ${measure.scale}` : ''}`;
    });
    return writtenFunction<MakeFigures>({ f: formulas }, `return (s) => ({ ${entries.join(', ')} });`);
  },
);
