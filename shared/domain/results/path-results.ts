import { resultType, type ResultFlag, type ResultType } from './result-type';

/** Touch of the evaluated path, with the fields that results depend on. */
export interface CreditTouch {
  readonly adId: number;
  /** Whether it is the last touch whose ad has the performance flag. */
  readonly isPerformance: boolean;
}

/** Result of a path: the ad and click ids come from the touch. */
export interface PathResult<T extends CreditTouch> {
  readonly touch: T;
  readonly type: ResultType;
}

/**
 * Returns the results of one conversion, at most one per ad of its evaluated path (domain.md section 5). A
 * result references the touch that caused it: the path's last touch, its performance touch, or else the ad's
 * latest.
 *
 * @param path oldest first
 * @param flagOf returns the result flag in force for an ad
 */
export function pathResults<T extends CreditTouch>(
  path: readonly T[],
  flagOf: (adId: number) => ResultFlag,
): PathResult<T>[] {
  const last = path.at(-1);
  if (!last) return [];
  const performance = path.findLast((touch) => touch.isPerformance);
  const ads = { lastAdId: last.adId, performanceAdId: performance?.adId ?? 0 };
  const latest = new Map(path.map((touch) => [touch.adId, touch]));
  return [...latest].flatMap(([adId, latestTouch]): PathResult<T>[] => {
    const type = resultType(flagOf(adId), adId, ads);
    if (type === null) return [];
    const touchByType = { 1: last, 2: performance ?? last, 3: latestTouch };
    return [{ touch: touchByType[type], type }];
  });
}
