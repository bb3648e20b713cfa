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

/** Journeys by path, in columns, because objects for hundreds of thousands of paths take seconds. */
export interface Journeys {
  /** Distinct values of the paths: ads, or values of another axis. */
  readonly values: readonly number[];
  /** Touches of all paths, one path after another, as places in `values`. */
  readonly touches: Int32Array;
  /** Place in `touches` after the last touch of each path. */
  readonly ends: Int32Array;
  readonly conversions: Float64Array;
  /** Sum of the conversions' amounts. */
  readonly amounts: Float64Array;
  /** Journeys that ended without a conversion. */
  readonly nulls: Float64Array;
}

/** What credit divides: conversions or their amounts. */
export type CreditMeasure = 'cv' | 'amount';

/** Returns the conversions of each path, or their amounts. */
export const creditOf = ({ conversions, amounts }: Journeys, measure: CreditMeasure): Float64Array =>
  measure === 'cv' ? conversions : amounts;

/** Adds up numbers. */
export function sum(numbers: Iterable<number>): number {
  let all = 0;
  for (const one of numbers) all += one;
  return all;
}

/** Numbers values in the order of their appearance. */
export class Places {
  readonly values: number[] = [];
  private readonly places = new Map<number, number>();

  of(value: number): number {
    const known = this.places.get(value);
    if (known !== undefined) return known;
    this.places.set(value, this.values.length);
    return this.values.push(value) - 1;
  }
}

/** Puts paths into columns. */
export function journeysOf(paths: readonly JourneyPath[]): Journeys {
  const places = new Places();
  let end = 0;
  return {
    values: places.values,
    touches: Int32Array.from(paths.flatMap(({ values }) => values.map((value) => places.of(value)))),
    ends: Int32Array.from(paths, ({ values }) => (end += values.length)),
    conversions: Float64Array.from(paths, ({ conversions }) => conversions),
    amounts: Float64Array.from(paths, ({ amount }) => amount),
    nulls: Float64Array.from(paths, ({ nulls }) => nulls),
  };
}

/** Returns the numbers at some places. */
export function pick(numbers: Float64Array, places: readonly number[]): Float64Array {
  const picked = new Float64Array(places.length);
  for (let index = 0; index < places.length; index++) picked[index] = numbers[places[index]!]!;
  return picked;
}

/** Replaces the values. Paths that become equal stay apart, which changes no credit. */
export function replaceValues(journeys: Journeys, replacement: (value: number) => number): Journeys {
  const places = new Places();
  const placeOf = journeys.values.map((value) => places.of(replacement(value)));
  return {
    ...journeys,
    values: places.values,
    touches: journeys.touches.map((place) => placeOf[place]!),
  };
}

/** Longer runs of one value change no window of any order (data-driven.md section 1). */
const LONGEST_RUN = 4;

/** Cuts runs of equal values at 4. */
export const cutRuns = (values: readonly number[]): number[] =>
  values.filter((value, index) => {
    for (let back = 1; back <= LONGEST_RUN; back++) if (values[index - back] !== value) return true;
    return false;
  });
