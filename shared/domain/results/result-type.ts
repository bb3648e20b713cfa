/** When an ad makes results: never, as last-CV or performance-CV ad, or always. */
export const ResultFlag = { INVALID: 0, ACTIVE: 1, ACTIVE_ALWAYS: 2 } as const;
export type ResultFlag = (typeof ResultFlag)[keyof typeof ResultFlag];

/** Reasons for making a result. */
export const ResultType = { LAST_CV: 1, PERFORMANCE_LAST_CV: 2, CONSTANT_OUTPUT: 3 } as const;
export type ResultType = (typeof ResultType)[keyof typeof ResultType];

/**
 * Returns the result type of an ad in a conversion's path, or null if it makes none (domain.md section 5).
 *
 * @param flag the result flag in force for the ad
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
