/** Median, and the range of the middle half: what a noisy machine can be trusted with. */
export interface Summary {
  median: number;
  low: number;
  high: number;
}

const at = (sorted: readonly number[], share: number): number => {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)]!;
  return below + (sorted[Math.ceil(place)]! - below) * (place - Math.floor(place));
};

/** Median and quartiles of at least one value. */
export const summarize = (values: readonly number[]): Summary => {
  const sorted = [...values].sort((a, b) => a - b);
  return { median: at(sorted, 0.5), low: at(sorted, 0.25), high: at(sorted, 0.75) };
};

/** Milliseconds that `work` takes. */
export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

/** Two things measured in turns, so that a noisy moment hits both. */
export interface Pair {
  ours: Summary;
  base: Summary;
  /** ours / base, of each round. */
  ratio: Summary;
}

/** A server that has been up for a while is what people wait for: caches filled, code compiled. */
const warmUp = async (ms: number, work: () => Promise<number>): Promise<void> => {
  for (const until = performance.now() + ms; performance.now() < until;) await work();
};

/**
 * Runs both `rounds` times in turns (after `warmUpMs` of each and one round that is not counted)
 * and compares round by round. Each answers its own figure: milliseconds, or requests per second.
 */
export const inTurns = async (
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
    // Who goes first changes each round: the second finds the machine warmer.
    const baseFirst = round % 2 === 1 ? await base() : undefined;
    const mine = await ours();
    const theirs = baseFirst ?? (await base());
    if (round === 0) continue;
    left.push(mine);
    right.push(theirs);
  }
  return {
    ours: summarize(left),
    base: summarize(right),
    ratio: summarize(left.map((value, i) => value / right[i]!)),
  };
};
