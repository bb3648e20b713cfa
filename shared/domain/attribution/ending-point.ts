import { NONE, ONE, type Model } from './model';

/** ENDING_POINT: everything to the last touch (domain.md section 4). */
export const endingPoint: Model = {
  weights: (adIds) => ({
    touches: adIds.map((_, index) => (index === adIds.length - 1 ? ONE : NONE)),
    whole: null,
  }),
};
