import type { HistoryPlan } from './plan';

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

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0';

/** User agents by device: pc, smartphone, tablet; the fourth kind sends none. */
const BY_DEVICE: readonly (readonly (string | null)[])[] = [
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`,
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/131.0.0.0`,
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0',
  ],
  [
    `${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`,
    `${IPHONE} Mobile/15E148 Safari Line/14.18.1`,
    `${IPHONE} Mobile/15E148 Instagram 359.0.0.28.84 (iPhone15,2; iOS 18_1; ja_JP; ja; scale=3.00; 1179x2556; 673277303)`,
    `Mozilla/5.0 (Linux; Android 14; SO-51D) ${CHROME} Mobile Safari/537.36`,
    `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${CHROME} Mobile Safari/537.36`,
    `Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36 Line/14.19.0/IAB`,
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    `Mozilla/5.0 (Linux; Android 14; SM-X710) ${CHROME} Safari/537.36`,
  ],
  [null],
];

export const BOT_UA = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

/** Returns a user agent of the given device (0 pc, 1 smartphone, 2 tablet, 3 unknown). */
export const browserOf = (device: number, random: Random): string | null => random.pick(BY_DEVICE[device]!);

/** Returns an address from the blocks reserved for examples (RFC 5737), which belong to no real person. */
export const exampleAddress = (random: Random): string =>
  `${random.chance(0.5) ? '203.0.113' : '198.51.100'}.${random.between(1, 254)}`;

const DAY_MS = 86_400_000;
const TOKYO_MS = 9 * 3_600_000;

/** From Sunday: people buy on weekends. */
const WEEKDAY = [1.15, 0.95, 0.92, 0.94, 0.97, 1.05, 1.18];

/** Hours of a Tokyo day: a lunch bump and a long evening. */
const HOUR = [6, 3, 2, 1, 1, 2, 4, 7, 8, 8, 8, 9, 12, 10, 8, 8, 8, 9, 10, 12, 15, 17, 15, 10];

/** Returns the calendar month (0 = January) of an instant in Tokyo. */
export const tokyoMonth = (time: number): number => new Date(time + TOKYO_MS).getUTCMonth();

/** Creates a sampler of instants in the plan's range, by growth, season, weekday and hour. */
export const arrivalTime = (plan: HistoryPlan): ((random: Random) => number) => {
  const days = Math.round((plan.to - plan.from) / DAY_MS);
  const starts = Array.from({ length: days }, (_, day) => plan.from + day * DAY_MS);
  const weights = starts.map((start, day) => {
    const weekday = new Date(start + TOKYO_MS).getUTCDay();
    const trend = 1 + (plan.growth - 1) * (day / Math.max(1, days - 1));
    return trend * plan.season[tokyoMonth(start)]! * WEEKDAY[weekday]!;
  });
  const pickDay = weightedPicker(starts, weights);
  const pickHour = weightedPicker(
    HOUR.map((_, hour) => hour),
    HOUR,
  );
  return (random) => pickDay(random) + pickHour(random) * 3_600_000 + Math.floor(random.next() * 3_600_000);
};
