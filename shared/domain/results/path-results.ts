import { resultType, type ResultFlag, type ResultType } from './making';

/** A touch of the evaluated path, as far as results go by it. */
export interface CreditTouch {
  readonly adId: number;
  /** The last touch of the path whose ad has the performance flag. */
  readonly isPerformance: boolean;
}

/** A result that a path makes: for the ad of the touch, because of the touch. */
export interface PathResult<T extends CreditTouch> {
  readonly touch: T;
  readonly type: ResultType;
}

/**
 * The results of one conversion: the ads of its evaluated path are asked, each once. A result stands to the touch that made
 * it one: the path's last, its performance touch, or else the latest of the ad.
 *
 * @param path oldest first
 * @param flagOf what is in force for an ad
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
  return [...latest].flatMap(([adId, ownLatest]): PathResult<T>[] => {
    const type = resultType(flagOf(adId), adId, ads);
    if (type === null) return [];
    const made = { 1: last, 2: performance ?? last, 3: ownLatest };
    return [{ touch: made[type], type }];
  });
}
