import { allShares, type TouchShares } from '../attribution';
import { inEventOrder, type JourneyEvent } from './order';
import { DAY_MS } from './references';

/** Days that a tracking term has at most, and that a path may be looked at over. */
export const LONGEST_TERM = 3650;

/** A counted interaction as a path sees it. */
export interface PathTouch extends JourneyEvent {
  readonly adId: number;
  /** Whether its ad had performance_cv_flag at its recording. */
  readonly performance: boolean;
}

/** The classes a path is stored under: A first, B2 repeat with cut path, B3 repeat with whole path. */
export const PATH_CLASS = { FIRST: 1, REPEAT_CUT: 2, REPEAT_WHOLE: 3 } as const;
export type PathClassCode = (typeof PATH_CLASS)[keyof typeof PATH_CLASS];

/** Indirect columns: positions 1 to 5 each, then 6 and later. */
export type IndirectColumn = 1 | 2 | 3 | 4 | 5 | 6;

/** One touch of an evaluated path. */
export interface EvaluatedTouch<T extends PathTouch> {
  readonly touch: T;
  /** 1..n, oldest first. */
  readonly pos: number;
  readonly shares: TouchShares;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** The last touch whose ad has the performance flag. */
  readonly isPerformance: boolean;
  readonly indirectColumn: IndirectColumn;
  /** The ad's first touch in its column, and the ad is not the last-CV ad: adds 1 to indirect_{column}. */
  readonly countsIndirect: boolean;
  /** The ad's first touch in the path, and the ad is not the last-CV ad: adds 1 to indirect_total. */
  readonly countsIndirectTotal: boolean;
}

/** A conversion's path under one class. Ads are 0 where there is none. */
export interface EvaluatedPath<T extends PathTouch> {
  readonly class: PathClassCode;
  /** Oldest first; empty for a direct conversion. */
  readonly touches: EvaluatedTouch<T>[];
  readonly n: number;
  readonly firstAdId: number;
  readonly lastAdId: number;
  readonly performanceAdId: number;
  /** Conversion's time minus the first touch's, in milliseconds; null when direct. */
  readonly latencyMs: number | null;
}

/** What of a conversion its path depends on. */
export interface PathConversion {
  readonly time: number;
  /** The product's tracking term (days) stored with it. */
  readonly trackingTerm: number;
}

/**
 * The touches of a conversion's whole path: cv_time - term x 24 h <= time <= cv_time, oldest first.
 *
 * @param touches counted interactions of the visitor and those linked to it, in any order.
 */
function wholePath<T extends PathTouch>(touches: readonly T[], conversion: PathConversion): T[] {
  const from = conversion.time - conversion.trackingTerm * DAY_MS;
  return inEventOrder(touches.filter((touch) => touch.time >= from && touch.time <= conversion.time));
}

/**
 * Evaluates a conversion: one path of class A for a first conversion; for a repeat one the path cut
 * to touches strictly later than the previous LAST conversion (B2) and the whole one (B3), each with
 * its own positions, shares and ads.
 *
 * @param touches counted interactions of all its visitors (see pathVisitors), in any order.
 * @param previousLastTime time of the customer's previous LAST conversion, or null for a first one.
 */
export function evaluatePath<T extends PathTouch>(
  touches: readonly T[],
  conversion: PathConversion,
  previousLastTime: number | null,
): EvaluatedPath<T>[] {
  const whole = wholePath(touches, conversion);
  if (previousLastTime === null) return [evaluate(PATH_CLASS.FIRST, whole, conversion)];
  const cut = whole.filter((touch) => touch.time > previousLastTime);
  return [
    evaluate(PATH_CLASS.REPEAT_CUT, cut, conversion),
    evaluate(PATH_CLASS.REPEAT_WHOLE, whole, conversion),
  ];
}

/** The indirect column of a position (from 1). */
function indirectColumn(pos: number): IndirectColumn {
  return ([1, 2, 3, 4, 5] as const)[pos - 1] ?? 6;
}

function evaluate<T extends PathTouch>(
  pathClass: PathClassCode,
  path: readonly T[],
  conversion: PathConversion,
): EvaluatedPath<T> {
  const n = path.length;
  const first = path.at(0);
  const last = path.at(-1);
  const performance = path.findLast((touch) => touch.performance);
  const shares = n > 0 ? allShares(n) : [];
  const seen = new Set<number>();
  const seenLate = new Set<number>();
  const touches = path.map((touch, index): EvaluatedTouch<T> => {
    const column = indirectColumn(index + 1);
    const indirect = touch.adId !== last?.adId;
    const firstOfAd = !seen.has(touch.adId);
    const firstInColumn = column < 6 || !seenLate.has(touch.adId);
    seen.add(touch.adId);
    if (column === 6) seenLate.add(touch.adId);
    return {
      touch,
      pos: index + 1,
      shares: shares[index]!,
      isFirst: index === 0,
      isLast: index === n - 1,
      isPerformance: touch === performance,
      indirectColumn: column,
      countsIndirect: indirect && firstInColumn,
      countsIndirectTotal: indirect && firstOfAd,
    };
  });
  return {
    class: pathClass,
    touches,
    n,
    firstAdId: first?.adId ?? 0,
    lastAdId: last?.adId ?? 0,
    performanceAdId: performance?.adId ?? 0,
    latencyMs: first ? conversion.time - first.time : null,
  };
}
