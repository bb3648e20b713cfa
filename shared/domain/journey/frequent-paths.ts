/** Stands in a path for the touches of others, which are counted without saying whose they are. */
export const MASKED_AD = 0;

/** A conversion with the ads of its path, oldest first. */
export interface WalkedPath {
  readonly adIds: readonly number[];
  readonly amount: number;
}

/** Paths that are alike, together. */
export interface FrequentPath {
  readonly adIds: readonly number[];
  readonly conversions: number;
  readonly amount: number;
}

/** The ads of a path, each run of touches of one ad as one step. */
export const stepsOf = (adIds: readonly number[]): number[] => adIds.filter((id, index) => id !== adIds[index - 1]);

const mostFirst = <T extends { readonly conversions: number }>(rank: (a: T, b: T) => number) => (a: T, b: T): number => b.conversions - a.conversions || rank(a, b);

/**
 * The paths that most conversions went, those of more sales first where as many did.
 *
 * @param shown what an ad is shown as: masked ones look alike, and each of them stays a step
 */
export function frequentPaths(paths: readonly WalkedPath[], most: number, shown: (adId: number) => number = (id) => id): FrequentPath[] {
  const found = new Map<string, FrequentPath>();
  for (const { adIds, amount } of paths) {
    const steps = stepsOf(adIds).map(shown);
    const key = steps.join('>');
    const before = found.get(key);
    found.set(key, { adIds: steps, conversions: (before?.conversions ?? 0) + 1, amount: (before?.amount ?? 0) + amount });
  }
  return [...found].sort(([a, one], [b, other]) => mostFirst<FrequentPath>((x, y) => y.amount - x.amount || (a < b ? -1 : 1))(one, other)).slice(0, most).map(([, path]) => path);
}

/** Another ad on the same paths. */
export interface Partner {
  readonly adId: number;
  /** Conversions in whose path both stand, and how many of them it came into first. */
  readonly conversions: number;
  readonly before: number;
}

/** The ads that share paths with one, the most frequent first. Masked ones are one partner. */
export function partnersOf(paths: readonly WalkedPath[], adId: number, most: number, shown: (adId: number) => number = (id) => id): Partner[] {
  const found = new Map<number, Partner>();
  for (const { adIds } of paths) {
    const own = adIds.indexOf(adId);
    if (own < 0) continue;
    const as = adIds.map(shown);
    for (const partner of new Set(as)) {
      if (partner === shown(adId)) continue;
      const before = found.get(partner);
      found.set(partner, { adId: partner, conversions: (before?.conversions ?? 0) + 1, before: (before?.before ?? 0) + (as.indexOf(partner) < own ? 1 : 0) });
    }
  }
  return [...found.values()].sort(mostFirst((a, b) => a.adId - b.adId)).slice(0, most);
}
