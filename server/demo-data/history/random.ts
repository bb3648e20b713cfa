/** Random numbers that are identical for the same seed on every machine. */
export interface Random {
  /** Seed of the remaining numbers. */
  readonly state: number;
  /** Uniform in [0, 1). */
  next(): number;
  /** Whole number from `low` to `high`, inclusive. */
  between(low: number, high: number): number;
  /** Normal with mean 0 and deviation 1. */
  normal(): number;
  /** exp of a normal with the given mean and deviation of the logarithm. */
  lognormal(mu: number, sigma: number): number;
  /** Pareto with the given exponent, at least 1. */
  pareto(exponent: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
}

/**
 * Creates a mulberry32 generator (public domain, Tommy Ettinger): 32 bits of state, fast and good enough for
 * test data.
 */
export const seededRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  // Box-Muller; 1 - next() avoids the logarithm of 0.
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return {
    get state() {
      return state >>> 0;
    },
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    normal,
    lognormal: (mu, sigma) => Math.exp(mu + sigma * normal()),
    pareto: (exponent) => (1 - next()) ** (-1 / exponent),
    chance: (probability) => next() < probability,
    pick: (items) => items[Math.floor(next() * items.length)]!,
  };
};

/**
 * Creates a sampler of weighted items by binary search over the running sum; weights need not add up to 1.
 */
export const weightedPicker = <T>(
  items: readonly T[],
  weights: readonly number[],
): ((random: Random) => T) => {
  let sum = 0;
  const upTo = weights.map((weight) => (sum += weight));
  return (random) => {
    const at = random.next() * sum;
    let low = 0;
    let high = upTo.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (upTo[middle]! > at) high = middle;
      else low = middle + 1;
    }
    return items[low]!;
  };
};

/** Returns the Zipf popularity of ranks 1..count: the n-th weighs n^-exponent. */
export const zipfWeights = (count: number, exponent: number): number[] =>
  Array.from({ length: count }, (_, i) => (i + 1) ** -exponent);
