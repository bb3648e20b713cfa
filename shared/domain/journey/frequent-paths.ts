import { withoutRepeats } from './distribution';

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

const mostFirst =
  <T extends { readonly conversions: number }>(rank: (a: T, b: T) => number) =>
  (a: T, b: T): number =>
    b.conversions - a.conversions || rank(a, b);
const byAmount = mostFirst<FrequentPath>((one, other) => other.amount - one.amount);

type Found = { -readonly [K in keyof FrequentPath]: FrequentPath[K] };
type Named = readonly [key: string, path: FrequentPath];

/** Merges equal paths, one by one, and ranks them. */
export class PathRanking {
  private readonly found = new Map<string, Found>();
  /** Conversions of all paths. */
  conversions = 0;

  /**
   * @param shown maps an ad to its displayed id: masked ads share one id, but each touch stays a step
   * @param compressed whether consecutive touches of one ad form one step
   */
  constructor(
    private readonly shown: (adId: number) => number = (id) => id,
    private readonly compressed = true,
  ) {}

  /** Number of different paths. */
  get size(): number {
    return this.found.size;
  }

  add({ adIds, conversions, finals, amount }: PathCount): void {
    const steps = (this.compressed ? withoutRepeats(adIds) : adIds).map(this.shown);
    const key = steps.join();
    const touches = adIds.length * conversions;
    this.conversions += conversions;
    const before = this.found.get(key);
    if (!before) {
      this.found.set(key, { adIds: steps, touches, conversions, finals, amount });
      return;
    }
    before.touches += touches;
    before.conversions += conversions;
    before.finals += finals;
    before.amount += amount;
  }

  /** Returns the paths with the most conversions; ties go to higher sales. */
  top(most: number): FrequentPath[] {
    const rank = ([a, one]: Named, [b, other]: Named): number => byAmount(one, other) || (a < b ? -1 : 1);
    // Most of a hundred thousand paths are far from the top, so they are not sorted.
    let top: Named[] = [];
    let last: Named | undefined;
    for (const named of this.found) {
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
export const isOn = ({ adIds, beyond = NONE }: PathCount, adId: number): boolean =>
  adIds.includes(adId) || beyond.includes(adId);

/** Returns the ads that share paths with an ad, most frequent first. Masked ads count as one partner. */
export function partnersOf(
  paths: readonly PathCount[],
  adId: number,
  most: number,
  shown: (adId: number) => number = (id) => id,
): Partner[] {
  const self = shown(adId);
  // There can be tens of thousands of paths, so nothing is allocated per path.
  const found = new Map<number, { adId: number; conversions: number; before: number; seen: PathCount }>();
  const meet = (ad: number, path: PathCount, isBefore: boolean): void => {
    const partner = shown(ad);
    if (partner === self) return;
    const { conversions } = path;
    const before = isBefore ? conversions : 0;
    const known = found.get(partner);
    if (!known) found.set(partner, { adId: partner, conversions, before, seen: path });
    else if (known.seen !== path) {
      known.conversions += conversions;
      known.before += before;
      known.seen = path;
    }
  };
  for (const path of paths) {
    if (!isOn(path, adId)) continue;
    let isBefore = true;
    for (const ad of path.adIds) {
      if (ad === adId) isBefore = false;
      else meet(ad, path, isBefore);
    }
    for (const ad of path.beyond ?? NONE) meet(ad, path, false);
  }
  return [...found.values()]
    .map(({ adId: partner, conversions, before }) => ({ adId: partner, conversions, before }))
    .sort(mostFirst((a, b) => a.adId - b.adId))
    .slice(0, most);
}
