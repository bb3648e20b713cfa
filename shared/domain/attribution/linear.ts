import { ONE, type Model } from './model';

/** LINEAR: 1/n each (domain.md section 4). */
export const linear: Model = {
  weights: (adIds) => ({
    touches: adIds.map(() => ONE),
    whole: { weight: adIds.length, expression: () => String(adIds.length) },
  }),
};
