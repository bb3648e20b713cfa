/** Journeys that took the same path. Values are ads, or values of another axis. */
export interface JourneyPath {
  /** Oldest first; at least one. */
  readonly values: readonly number[];
  readonly conversions: number;
  /** Sum of the conversions' amounts. */
  readonly amount: number;
  /** Journeys that ended without a conversion. */
  readonly nulls: number;
}

/** What credit divides: conversions or their amounts. */
export type CreditMeasure = 'cv' | 'amount';

/** Returns the part of a path's journeys that a measure adds up. */
export const creditOf = (path: JourneyPath, measure: CreditMeasure): number =>
  measure === 'cv' ? path.conversions : path.amount;

/** Longer runs of one value change no window of any order (data-driven.md section 1). */
const LONGEST_RUN = 4;

/** Cuts runs of equal values at 4. */
export const cutRuns = (values: readonly number[]): number[] =>
  values.filter((value, index) => {
    for (let back = 1; back <= LONGEST_RUN; back++) if (values[index - back] !== value) return true;
    return false;
  });

/** Replaces the values of paths, and merges paths that become equal. */
export function mergePaths(
  paths: Iterable<JourneyPath>,
  valueOf: (value: number) => number = (value) => value,
): JourneyPath[] {
  const merged = new Map<string, { -readonly [K in keyof JourneyPath]: JourneyPath[K] }>();
  for (const path of paths) {
    const values = cutRuns(path.values.map(valueOf));
    const key = values.join();
    const known = merged.get(key);
    if (!known) merged.set(key, { ...path, values });
    else {
      known.conversions += path.conversions;
      known.amount += path.amount;
      known.nulls += path.nulls;
    }
  }
  return [...merged.values()];
}
