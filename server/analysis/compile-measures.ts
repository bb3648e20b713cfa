import {
  type AttributionModel,
  type BaseKey,
  type BaseValues,
  type FormulaMeasure,
  type MeasureKey,
  measureOf,
  type MetricValues,
} from '../../shared/catalog';
import { compileFunction } from '../platform/compile-function';

/** Selections vary by request, so the oldest functions are dropped. */
const MAX_ENTRIES = 300;

/**
 * Caches the results of `make` by its parts (plain values). Use it for functions compiled for a selection of
 * catalogue keys: the engine only optimizes functions that stay.
 */
function memoize<Parts extends readonly unknown[], F>(make: (...parts: Parts) => F): (...parts: Parts) => F {
  const cache = new Map<string, F>();
  return (...parts) => {
    const name = JSON.stringify(parts);
    let result = cache.get(name);
    if (result === undefined) {
      const [oldest] = cache.keys();
      if (oldest !== undefined && cache.size >= MAX_ENTRIES) cache.delete(oldest);
      cache.set(name, (result = make(...parts)));
    }
    return result;
  };
}

/**
 * Report functions compiled for a selection of keys. A plain loop over the keys takes as long as the
 * database: a month report of 200 ads takes 1.3 ms on the embedded database. The code only contains keys of
 * the catalogue, never user input. Times below: 200 rows with all keys, 2 cores.
 */

/** Adds sums to those of a report row. Absent values (a sum over no rows is NULL) count as 0. */
export type Add = (to: BaseValues, from: Readonly<Partial<Record<BaseKey, number | null>>>) => void;

/**
 * Returns how to add the sums of these keys: 0.005 ms, against 0.37 ms for a plain loop, three times per
 * report.
 */
export const compileAdder = memoize((keys: readonly BaseKey[]): Add => {
  const lines = keys.map((key) => `to.${key} += from.${key} ?? 0;`);
  return compileFunction<Add>({}, `return (to, from) => { ${lines.join('\n')} };`);
});

/** Computes metric values from the sums of a row. */
export type ComputeMetrics = (sums: BaseValues) => MetricValues;

/**
 * Returns how to compute these measures under a model: 0.03 ms as one literal, 0.34 ms or more key by key.
 */
export const compileMetrics = memoize(
  (measures: readonly MeasureKey[], model: AttributionModel): ComputeMetrics => {
    const formulas: FormulaMeasure['formula'][] = [];
    const entries = measures.map((key) => {
      const measure = measureOf(key);
      if (measure.kind === 'formula') return `${key}: f[${formulas.push(measure.formula) - 1}](s, ${model})`;
      const base = typeof measure.base === 'function' ? measure.base(model) : measure.base;
      return `${key}: s.${base}${measure.scale ? ` / ${measure.scale}` : ''}`;
    });
    return compileFunction<ComputeMetrics>({ f: formulas }, `return (s) => ({ ${entries.join(', ')} });`);
  },
);
