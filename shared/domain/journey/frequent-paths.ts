/** Quantiles shown with a distribution. */
export const QUANTILES = { p25: 0.25, p50: 0.5, p75: 0.75, p90: 0.9 } as const;
export type QuantileName = keyof typeof QUANTILES;

/** Returns the rank (from 1) of a quantile among n >= 1 sorted values, by the nearest-rank method. */
export const quantileRank = (share: number, n: number): number => Math.max(1, Math.ceil(share * n));

/**
 * Returns a quantile of counted values, or null without any.
 *
 * @param counts values in ascending order, each with its count
 */
export function quantileOf(
  counts: readonly (readonly [value: number, times: number])[],
  share: number,
): number | null {
  const n = counts.reduce((sum, [, times]) => sum + times, 0);
  if (n === 0) return null;
  const rank = quantileRank(share, n);
  let before = 0;
  for (const [value, times] of counts) {
    before += times;
    if (before >= rank) return value;
  }
  return null;
}

const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;

/** Lower bounds of the latency histogram, in seconds; the last bar is open. */
export const LATENCY_BINS: readonly number[] = [
  0,
  10 * MINUTE,
  HOUR,
  6 * HOUR,
  DAY,
  3 * DAY,
  7 * DAY,
  14 * DAY,
  30 * DAY,
  60 * DAY,
  90 * DAY,
];

/** Lower bounds of the path length histogram: one bar each up to ten touches; the last bar is open. */
export const TOUCH_BINS: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 16, 21, 31];

/** Returns the index of the bar that contains a value. */
export function binIndex(bins: readonly number[], value: number): number {
  let bin = 0;
  while (bin + 1 < bins.length && value >= (bins[bin + 1] ?? Infinity)) bin += 1;
  return bin;
}

/** Collapses consecutive repeats into one step: A A B A becomes A B A. */
export function collapseRepeats<A>(ads: readonly A[]): A[] {
  const steps: A[] = [];
  let before: A | undefined;
  for (const ad of ads) {
    if (steps.length > 0 && ad === before) continue;
    steps.push(ad);
    before = ad;
  }
  return steps;
}

/** Placeholder ad in a path: touches of other agencies are counted but masked. */
export const MASKED_AD = 0;

/** Conversions that share a path. */
export interface PathCount {
  /** Ads of the path, oldest first. */
  readonly adIds: readonly number[];
  /** Ads after the compared steps of a long path, in no order. */
  readonly beyond?: readonly number[];
  readonly conversions: number;
  /** Final conversions among them. */
  readonly finals: number;
  readonly amount: number;
}

/** Equal paths, merged. */
export interface FrequentPath extends PathCount {
  /** Touches of all conversions. */
  readonly touches: number;
}

const byConversions =
  <T extends { readonly conversions: number }>(rank: (a: T, b: T) => number) =>
  (a: T, b: T): number =>
    b.conversions - a.conversions || rank(a, b);
const byAmount = byConversions<FrequentPath>((one, other) => other.amount - one.amount);

type MutablePath = { -readonly [K in keyof FrequentPath]: FrequentPath[K] };
type PathEntry = readonly [key: string, path: FrequentPath];

/** Merges equal paths, one by one, and ranks them. */
export class PathRanking {
  private readonly pathsByKey = new Map<string, MutablePath>();
  /** Conversions of all paths. */
  conversions = 0;

  /**
   * @param displayedId maps an ad to its displayed id: masked ads share one id, but each touch stays a step
   * @param compressed whether consecutive touches of one ad form one step
   */
  constructor(
    private readonly displayedId: (adId: number) => number = (id) => id,
    private readonly compressed = true,
  ) {}

  /** Number of different paths. */
  get size(): number {
    return this.pathsByKey.size;
  }

  add({ adIds, conversions, finals, amount }: PathCount): void {
    const steps = (this.compressed ? collapseRepeats(adIds) : adIds).map(this.displayedId);
    const key = steps.join();
    const touches = adIds.length * conversions;
    this.conversions += conversions;
    const existing = this.pathsByKey.get(key);
    if (!existing) {
      this.pathsByKey.set(key, { adIds: steps, touches, conversions, finals, amount });
      return;
    }
    existing.touches += touches;
    existing.conversions += conversions;
    existing.finals += finals;
    existing.amount += amount;
  }

  /** Returns the paths with the most conversions; ties go to higher sales. */
  top(most: number): FrequentPath[] {
    const rank = ([a, one]: PathEntry, [b, other]: PathEntry): number =>
      byAmount(one, other) || (a < b ? -1 : 1);
    // Most of a hundred thousand paths are far from the top, so they are not sorted.
    let top: PathEntry[] = [];
    let last: PathEntry | undefined;
    for (const named of this.pathsByKey) {
      if (last && rank(last, named) < 0) continue;
      top.push(named);
      if (top.length < 2 * most) continue;
      top = top.sort(rank).slice(0, most);
      last = top.at(-1);
    }
    return top
      .sort(rank)
      .slice(0, most)
      .map(([, path]) => path);
  }
}

/** Another ad on the same paths. */
export interface Partner {
  readonly adId: number;
  /** Conversions with both ads in the path, and those among them in which this ad came first. */
  readonly conversions: number;
  readonly before: number;
}

const NONE: readonly number[] = [];

/** Returns whether an ad is on a path. */
export const includesAd = ({ adIds, beyond = NONE }: PathCount, adId: number): boolean =>
  adIds.includes(adId) || beyond.includes(adId);

/** Returns the ads that share paths with an ad, most frequent first. Masked ads count as one partner. */
export function findPartners(
  paths: readonly PathCount[],
  adId: number,
  most: number,
  displayedId: (adId: number) => number = (id) => id,
): Partner[] {
  const self = displayedId(adId);
  // There can be tens of thousands of paths, so nothing is allocated per path.
  const partners = new Map<number, { adId: number; conversions: number; before: number; seen: PathCount }>();
  const addPartner = (ad: number, path: PathCount, isBefore: boolean): void => {
    const partner = displayedId(ad);
    if (partner === self) return;
    const { conversions } = path;
    const before = isBefore ? conversions : 0;
    const existing = partners.get(partner);
    if (!existing) partners.set(partner, { adId: partner, conversions, before, seen: path });
    else if (existing.seen !== path) {
      existing.conversions += conversions;
      existing.before += before;
      existing.seen = path;
    }
  };
  for (const path of paths) {
    if (!includesAd(path, adId)) continue;
    let isBefore = true;
    for (const ad of path.adIds) {
      if (ad === adId) isBefore = false;
      else addPartner(ad, path, isBefore);
    }
    for (const ad of path.beyond ?? NONE) addPartner(ad, path, false);
  }
  return [...partners.values()]
    .map(({ adId: partner, conversions, before }) => ({ adId: partner, conversions, before }))
    .sort(byConversions((a, b) => a.adId - b.adId))
    .slice(0, most);
}
