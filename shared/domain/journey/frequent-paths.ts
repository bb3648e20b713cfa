import { withoutRepeats } from './distribution';

/** Stands in a path for the touches of others, which are counted without saying whose they are. */
export const MASKED_AD = 0;

/** What conversions that went one way led to. */
export interface PathCount {
  /** The ads of the path, oldest first. */
  readonly adIds: readonly number[];
  /** Ads that a path goes on with where it is longer than paths are told from others; in no order. */
  readonly beyond?: readonly number[];
  readonly conversions: number;
  /** Those of them that are final. */
  readonly finals: number;
  readonly amount: number;
}

/** Paths that are alike, together. */
export interface FrequentPath extends PathCount {
  /** Touches of all of them. */
  readonly touches: number;
}

const mostFirst =
  <T extends { readonly conversions: number }>(rank: (a: T, b: T) => number) =>
  (a: T, b: T): number =>
    b.conversions - a.conversions || rank(a, b);
const byAmount = mostFirst<FrequentPath>((one, other) => other.amount - one.amount);

type Found = { -readonly [K in keyof FrequentPath]: FrequentPath[K] };
type Named = readonly [key: string, path: FrequentPath];

/** Puts paths that are alike together, one after the other, and ranks them. */
export class PathRanking {
  private readonly found = new Map<string, Found>();
  /** Conversions of all paths. */
  conversions = 0;

  /**
   * @param shown what an ad is shown as: masked ones look alike, and each of them stays a step
   * @param compressed whether a run of touches of one ad makes one step
   */
  constructor(
    private readonly shown: (adId: number) => number = (id) => id,
    private readonly compressed = true,
  ) {}

  /** How many different paths there are. */
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

  /** The paths that most conversions went, those of more sales first where as many did. */
  top(most: number): FrequentPath[] {
    const rank = ([a, one]: Named, [b, other]: Named): number => byAmount(one, other) || (a < b ? -1 : 1);
    // Nearly all of a hundred thousand paths are far from the top: they need no order among themselves.
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
  /** Conversions in whose path both stand, and how many of them it came into first. */
  readonly conversions: number;
  readonly before: number;
}

const NONE: readonly number[] = [];

/** Whether an ad is on a path. */
export const isOn = ({ adIds, beyond = NONE }: PathCount, adId: number): boolean =>
  adIds.includes(adId) || beyond.includes(adId);

/** The ads that share paths with one, the most frequent first. Masked ones are one partner. */
export function partnersOf(
  paths: readonly PathCount[],
  adId: number,
  most: number,
  shown: (adId: number) => number = (id) => id,
): Partner[] {
  const self = shown(adId);
  // There may be tens of thousands of paths: nothing is made for each of them.
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
