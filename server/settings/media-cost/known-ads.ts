import type { AdNaming } from '../../../shared/domain/media';

interface AdName {
  readonly id: number;
  readonly ad_name: string;
  readonly code: string;
}

/** The ads of a product, by the identifiers that files use. */
export interface KnownAds {
  find(by: AdNaming, text: string): readonly number[];
  name(id: number): string | null;
  /** Returns the ads whose names resemble one of the texts most, the best first. */
  similar(texts: readonly string[]): number[];
}

const MOST_SIMILAR = 3;
/** Minimum share of common letter pairs in similar names. */
const LEAST_SIMILARITY = 0.3;

/** Returns the pairs of letters in a name, without case, width and signs. */
function pairsOf(name: string): Set<string> {
  const letters = [
    ...name
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, ''),
  ];
  if (letters.length === 1) return new Set(letters);
  return new Set(letters.slice(1).map((letter, at) => `${letters[at]}${letter}`));
}

/** Creates the search for similar names. Sorted by the share of common letter pairs (Dice). */
function similarSearch(ads: ReadonlyMap<number, string>): KnownAds['similar'] {
  const sizes = new Map<number, number>();
  const byPair = new Map<string, number[]>();
  for (const [id, name] of ads) {
    const pairs = pairsOf(name);
    sizes.set(id, pairs.size);
    for (const pair of pairs) {
      const ids = byPair.get(pair);
      if (ids) ids.push(id);
      else byPair.set(pair, [id]);
    }
  }
  return (texts) => {
    const best = new Map<number, number>();
    for (const pairs of texts.map(pairsOf)) {
      const common = new Map<number, number>();
      for (const pair of pairs)
        for (const id of byPair.get(pair) ?? []) common.set(id, (common.get(id) ?? 0) + 1);
      for (const [id, count] of common) {
        const share = (2 * count) / (pairs.size + (sizes.get(id) ?? 0));
        if (share >= LEAST_SIMILARITY && share > (best.get(id) ?? 0)) best.set(id, share);
      }
    }
    const sorted = [...best].sort(([idA, a], [idB, b]) => b - a || idA - idB);
    return sorted.slice(0, MOST_SIMILAR).map(([id]) => id);
  };
}

/** Extracts the code from a posting URL; other text is returned as it is. */
const codeIn = (text: string): string => /\/r\/([\w-]+)/.exec(text)?.[1] ?? text;

/** Reads the ads of a product in any status, because a medium also bills ended ads. */
export async function readKnownAds(
  query: <T>(sql: string, params: readonly number[]) => Promise<T[]>,
  productId: number,
): Promise<KnownAds> {
  const rows = await query<AdName>('SELECT id, ad_name, code FROM ad WHERE product_id = ?', [productId]);
  const index = (key: (ad: AdName) => string): Map<string, number[]> => {
    const ids = new Map<string, number[]>();
    for (const ad of rows) ids.set(key(ad), [...(ids.get(key(ad)) ?? []), ad.id]);
    return ids;
  };
  const by = {
    id: index(({ id }) => String(id)),
    code: index(({ code }) => code),
    name: index(({ ad_name: name }) => name.trim()),
  };
  const names = new Map(rows.map(({ id, ad_name: name }) => [id, name]));
  return {
    find: (naming, text) => by[naming].get(naming === 'code' ? codeIn(text) : text) ?? [],
    name: (id) => names.get(id) ?? null,
    similar: similarSearch(names),
  };
}
