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
  let state = seed | 0;
  // Numbers are made in advance, many at once, because the state then stays in a register.
  const numbers = new Float64Array(256);
  let used = numbers.length;
  const refill = (): void => {
    let own = state;
    for (let index = 0; index < numbers.length; index++) {
      own = (own + 0x6d2b79f5) | 0;
      let mixed = Math.imul(own ^ (own >>> 15), own | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      numbers[index] = ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
    }
    state = own;
    used = 0;
  };
  const next = (): number => {
    if (used === numbers.length) refill();
    return numbers[used++]!;
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
