/** When an ad makes results: never, as last-CV or performance-CV ad, or also otherwise. */
export const ResultFlag = { INVALID: 0, ACTIVE: 1, ACTIVE_ALWAYS: 2 } as const;
export type ResultFlag = (typeof ResultFlag)[keyof typeof ResultFlag];

/** Why a result was made. */
export const ResultType = { LAST_CV: 1, PERFORMANCE_LAST_CV: 2, CONSTANT_OUTPUT: 3 } as const;
export type ResultType = (typeof ResultType)[keyof typeof ResultType];

/**
 * The result that an ad standing in a conversion's path makes, or null for none.
 *
 * @param flag the one that is in force for the ad
 */
export function resultType(
  flag: ResultFlag,
  adId: number,
  path: { readonly lastAdId: number; readonly performanceAdId: number },
): ResultType | null {
  if (flag === ResultFlag.INVALID) return null;
  if (adId === path.lastAdId) return ResultType.LAST_CV;
  if (adId === path.performanceAdId) return ResultType.PERFORMANCE_LAST_CV;
  return flag === ResultFlag.ACTIVE_ALWAYS ? ResultType.CONSTANT_OUTPUT : null;
}
