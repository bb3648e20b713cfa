/** Seeded random numbers, for property tests and simulations (mulberry32). */
export interface Random {
  /** Returns a number in [0, 1). */
  next(): number;
  /** Returns an integer from 0 to below `limit`. */
  below(limit: number): number;
  /** Returns a shuffled copy. */
  shuffle<T>(items: readonly T[]): T[];
}

/** Creates a generator that returns the same numbers for the same seed. */
export function seeded(seed: number): Random {
  // A signed integer, because V8 would allocate memory for each larger one.
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  const shuffle = <T>(items: readonly T[]): T[] => {
    const copy = [...items];
    for (let index = copy.length - 1; index > 0; index--) {
      const other = below(index + 1);
      [copy[index], copy[other]] = [copy[other]!, copy[index]!];
    }
    return copy;
  };
  return { next, below, shuffle };
}
