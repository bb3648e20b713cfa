/** Median and interquartile range, which a noisy machine hardly distorts. */
export interface Summary {
  median: number;
  low: number;
  high: number;
}

const at = (sorted: readonly number[], share: number): number => {
  const index = (sorted.length - 1) * share;
  const below = sorted[Math.floor(index)]!;
  return below + (sorted[Math.ceil(index)]! - below) * (index - Math.floor(index));
};

/** Computes median and quartiles of at least one value. */
export const summarize = (values: readonly number[]): Summary => {
  const sorted = [...values].sort((a, b) => a - b);
  return { median: at(sorted, 0.5), low: at(sorted, 0.25), high: at(sorted, 0.75) };
};

/** Measures the milliseconds that `work` takes. */
export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

/** Two measurements taken alternately, because noise then affects both. */
export interface Pair {
  ours: Summary;
  base: Summary;
  /** ours / base of each round. */
  ratio: Summary;
}

/** Fills caches and compiles code before measuring, as on a server that has run for a while. */
const warmUp = async (ms: number, work: () => Promise<number>): Promise<void> => {
  for (const until = performance.now() + ms; performance.now() < until;) await work();
};

/**
 * Runs both sides alternately `rounds` times and compares each round. Before that it runs both for
 * `warmUpMs`, and one round that doesn't count. Each side returns its own value: milliseconds, or requests
 * per second.
 */
export const alternate = async (
  rounds: number,
  ours: () => Promise<number>,
  base: () => Promise<number>,
  warmUpMs = 0,
): Promise<Pair> => {
  const left: number[] = [];
  const right: number[] = [];
  await warmUp(warmUpMs, ours);
  await warmUp(warmUpMs, base);
  for (let round = 0; round <= rounds; round += 1) {
    // The first side alternates, because the second finds a warmer machine.
    const baseFirst = round % 2 === 1 ? await base() : undefined;
    const ourValue = await ours();
    const baseValue = baseFirst ?? (await base());
    if (round === 0) continue;
    left.push(ourValue);
    right.push(baseValue);
  }
  return {
    ours: summarize(left),
    base: summarize(right),
    ratio: summarize(left.map((value, i) => value / right[i]!)),
  };
};
