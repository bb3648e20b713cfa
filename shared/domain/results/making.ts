/** When an ad makes results; the values of ResultFlag. */
export type ResultFlagValue = 0 | 1 | 2;

/** Why a result was made; the values of ResultType. */
export const RESULT_KIND = { LAST_CV: 1, PERFORMANCE_LAST_CV: 2, CONSTANT_OUTPUT: 3 } as const;
export type ResultKind = (typeof RESULT_KIND)[keyof typeof RESULT_KIND];

/**
 * The result that an ad standing in a conversion's path makes, or null for none.
 *
 * @param flag the ad's effective result_flag: 0 never, 1 as last-CV or performance-CV ad, 2 also otherwise.
 */
export function resultKind(
  flag: ResultFlagValue,
  adId: number,
  path: { readonly lastAdId: number; readonly performanceAdId: number },
): ResultKind | null {
  if (flag === 0) return null;
  if (adId === path.lastAdId) return RESULT_KIND.LAST_CV;
  if (adId === path.performanceAdId) return RESULT_KIND.PERFORMANCE_LAST_CV;
  return flag === 2 ? RESULT_KIND.CONSTANT_OUTPUT : null;
}
