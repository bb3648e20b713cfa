import type { BaseKey, BaseSums } from '../../../shared/catalog';
import { remembered } from './remembered';

/** Adds sums to those of a report's row; what is absent (a sum over no rows is NULL) counts as 0. */
export type Add = (to: BaseSums, from: Readonly<Partial<Record<BaseKey, number | null>>>) => void;

/** How the sums of these keys are added: one function for them all, as walking the list takes longer than reading. */
export const adder = remembered((keys: readonly BaseKey[]): Add => {
  const lines = keys.map((key) => `to.${key} += from.${key} ?? 0;`);
  return new Function('to', 'from', lines.join('\n')) as Add;
});
