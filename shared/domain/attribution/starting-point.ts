import { NONE, ONE, type Model } from './model';

/** STARTING_POINT: everything to the first touch (domain.md section 4). */
export const startingPoint: Model = {
  weights: (adIds) => ({ touches: adIds.map((_, index) => (index === 0 ? ONE : NONE)), whole: null }),
};
