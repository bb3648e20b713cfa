/** Seeded random numbers, for property tests and simulations (mulberry32). */
export interface Random {
  /** Returns a number in [0, 1). */
  next(): number;
  /** Sets the first numbers to integers below 2 ** 32; faster than one by one. */
  fill(numbers: Uint32Array, count: number): void;
  /** Returns an integer from 0 to below `limit`. */
  below(limit: number): number;
  /** Returns a shuffled copy. */
  shuffle<T>(items: readonly T[]): T[];
}

/** Creates a generator that returns the same numbers for the same seed. */
export function seeded(seed: number): Random {
  let state = seed | 0;
  const fill = (numbers: Uint32Array, count: number): void => {
    let own = state;
    for (let place = 0; place < count; place++) {
      own = (own + 0x6d2b79f5) | 0;
      let mixed = Math.imul(own ^ (own >>> 15), own | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      numbers[place] = mixed ^ (mixed >>> 14);
    }
    state = own;
  };
  const one = new Uint32Array(1);
  const next = (): number => {
    fill(one, 1);
    return one[0]! / 2 ** 32;
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
  return { next, fill, below, shuffle };
}
