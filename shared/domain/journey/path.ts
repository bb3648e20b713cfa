import { allShares, type TouchShares } from '../attribution';
import { inEventOrder, type JourneyEvent, DAY_MS } from './visits';

/** Longest tracking term in days, which also limits paths. */
export const LONGEST_TERM = 3650;

/** Counted interaction with the fields that paths depend on. */
export interface PathTouch extends JourneyEvent {
  readonly adId: number;
  /** Whether its ad had performance_cv_flag when it was recorded. */
  readonly performance: boolean;
}

/**
 * Classes of stored paths: A first conversion, B2 repeat with cut path, B3 repeat with whole path (domain.md
 * section 4).
 */
export const PATH_CLASS = { FIRST: 1, REPEAT_CUT: 2, REPEAT_WHOLE: 3 } as const;
export type PathClassCode = (typeof PATH_CLASS)[keyof typeof PATH_CLASS];

/** Indirect columns: one for each position 1 to 5, then 6 and later (domain.md section 6). */
type IndirectColumn = 1 | 2 | 3 | 4 | 5 | 6;

/** One touch of an evaluated path. */
export interface EvaluatedTouch<T extends PathTouch> {
  readonly touch: T;
  /** 1..n, oldest first. */
  readonly pos: number;
  readonly shares: TouchShares;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** Whether it is the last touch whose ad has the performance flag. */
  readonly isPerformance: boolean;
  readonly indirectColumn: IndirectColumn;
  /** Adds 1 to indirect_{column}: the ad's first touch in its column, unless the ad is the last-CV ad. */
  readonly countsIndirect: boolean;
  /** Adds 1 to indirect_total: the ad's first touch in the path, unless the ad is the last-CV ad. */
  readonly countsIndirectTotal: boolean;
}

/** Path of a conversion under one class. Missing ads are 0. */
export interface EvaluatedPath<T extends PathTouch> {
  readonly class: PathClassCode;
  /** Oldest first; empty for a direct conversion. */
  readonly touches: EvaluatedTouch<T>[];
  readonly n: number;
  readonly firstAdId: number;
  readonly lastAdId: number;
  readonly performanceAdId: number;
  /** Time of the conversion minus time of the first touch, in milliseconds; null if direct. */
  readonly latencyMs: number | null;
}

/** Fields of a conversion that its path depends on. */
export interface PathConversion {
  readonly time: number;
  /** Tracking term (days) of the product, stored with the conversion. */
  readonly trackingTerm: number;
}

/**
 * Returns the touches of the whole path (domain.md section 4): cv_time - tracking_term x 24 h <= time <=
 * cv_time, oldest first.
 *
 * @param touches counted interactions of all its visitors, in any order
 */
function wholePath<T extends PathTouch>(touches: readonly T[], conversion: PathConversion): T[] {
  const from = conversion.time - conversion.trackingTerm * DAY_MS;
  return inEventOrder(touches.filter((touch) => touch.time >= from && touch.time <= conversion.time));
}

/**
 * Evaluates a conversion (domain.md section 4). A first conversion has one path of class A. A repeat one has
 * the path cut to touches strictly later than the previous LAST conversion (B2) and the whole path (B3), each
 * with its own positions, shares and ads.
 *
 * @param touches counted interactions of all its visitors (see pathVisitors), in any order
 * @param previousLastTime time of the customer's previous LAST conversion, or null for a first one
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

/** Returns the indirect column of a position (from 1). */
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
  const shares = n > 0 ? allShares(path.map(({ adId }) => adId)) : [];
  const seen = new Set<number>();
  const seenInLastColumn = new Set<number>();
  const touches = path.map((touch, index): EvaluatedTouch<T> => {
    const column = indirectColumn(index + 1);
    const indirect = touch.adId !== last?.adId;
    const firstOfAd = !seen.has(touch.adId);
    const firstInColumn = column < 6 || !seenInLastColumn.has(touch.adId);
    seen.add(touch.adId);
    if (column === 6) seenInLastColumn.add(touch.adId);
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

/**
 * Evaluation of new and existing customers (domain.md section 4): new ones only, existing ones by the path
 * since their previous conversion, or with their whole history.
 */
export const NewAndExistingEvaluation = {
  NEW_ONLY: 1,
  NEW_AND_EXISTING: 2,
  NEW_AND_EXISTING_WITH_HISTORY: 3,
} as const;
export type NewAndExistingEvaluation =
  (typeof NewAndExistingEvaluation)[keyof typeof NewAndExistingEvaluation];

const repeatClasses: Readonly<Record<NewAndExistingEvaluation, PathClassCode | null>> = {
  1: null,
  2: PATH_CLASS.REPEAT_CUT,
  3: PATH_CLASS.REPEAT_WHOLE,
};

/** Returns the path class of repeat conversions under an evaluation; null if they don't count. */
export const repeatClassOf = (evaluation: NewAndExistingEvaluation): PathClassCode | null =>
  repeatClasses[evaluation];

/** Returns the path classes that count under an evaluation. */
export function pathClassesOf(evaluation: NewAndExistingEvaluation): PathClassCode[] {
  const repeat = repeatClassOf(evaluation);
  return repeat === null ? [PATH_CLASS.FIRST] : [PATH_CLASS.FIRST, repeat];
}

/**
 * Returns a product's own evaluation. With the separation off, all conversions count with their history
 * (domain.md section 4).
 */
export const ownEvaluation = (
  separated: boolean,
  evaluation: NewAndExistingEvaluation,
): NewAndExistingEvaluation =>
  separated ? evaluation : NewAndExistingEvaluation.NEW_AND_EXISTING_WITH_HISTORY;
