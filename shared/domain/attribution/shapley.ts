import type { Model } from './model';

/**
 * SHAPLEY: 1/(d x m) for d distinct ads in the path and m touches of the touch's ad. It is the Shapley value of
 * the reach game: a group of ads wins a conversion if one of them is in its path (domain.md section 4;
 * Zhao, Mahboobi, Bagheri 2018).
 */
export const shapley: Model = {
  weights: (adIds) => {
    const counts = new Map<number, number>();
    for (const adId of adIds) counts.set(adId, (counts.get(adId) ?? 0) + 1);
    return {
      touches: adIds.map((adId) => {
        const m = counts.get(adId) ?? 1;
        return {
          weight: 1 / (counts.size * m),
          expression: () => (m === 1 ? `1 / ${counts.size}` : `1 / (${counts.size} * ${m})`),
        };
      }),
      whole: null,
    };
  },
};
