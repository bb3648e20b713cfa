import { linear } from './linear';
import type { Model, WeightTerm } from './model';

/** The share of the first and of the last touch (domain.md section 4). */
const END_SHARE = 0.4;

/**
 * TOUCH_POINT: 0.4 for the first and the last touch, 0.2 shared by the rest; two touches get 0.5 each
 * (domain.md section 4).
 */
export const touchPoint: Model = {
  weights: (adIds) => {
    const n = adIds.length;
    if (n <= 2) return linear.weights(adIds);
    const end: WeightTerm = { weight: END_SHARE, expression: () => String(END_SHARE) };
    const middle: WeightTerm = {
      weight: (1 - 2 * END_SHARE) / (n - 2),
      expression: () => `(1 - 2 * ${END_SHARE}) / ${n - 2}`,
    };
    return { touches: adIds.map((_, index) => (index === 0 || index === n - 1 ? end : middle)), whole: null };
  },
};
