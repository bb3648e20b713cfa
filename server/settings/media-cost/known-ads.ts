import type { AdNaming } from '../../../shared/catalog/media';
import type { Tx } from '../../db/database';
import { groupBy } from '../../platform/group-by';

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
function similarSearch(ads: readonly AdName[]): KnownAds['similar'] {
  const named = ads.map(({ id, ad_name: name }) => ({ id, pairs: pairsOf(name) }));
  const byPair = groupBy(
    named.flatMap((ad) => [...ad.pairs].map((pair) => ({ pair, ad }))),
    ({ pair }) => pair,
  );
  return (texts) => {
    const best = new Map<number, number>();
    for (const pairs of texts.map(pairsOf)) {
      const common = groupBy(
        [...pairs].flatMap((pair) => byPair.get(pair) ?? []),
        ({ ad }) => ad,
      );
      for (const [ad, { length }] of common) {
        const share = (2 * length) / (pairs.size + ad.pairs.size);
        if (share >= LEAST_SIMILARITY && share > (best.get(ad.id) ?? 0)) best.set(ad.id, share);
      }
    }
    const sorted = [...best].sort(([idA, a], [idB, b]) => b - a || idA - idB);
    return sorted.slice(0, MOST_SIMILAR).map(([id]) => id);
  };
}

/** Extracts the code from a posting URL; other text is returned as it is. */
const codeIn = (text: string): string => /\/r\/([\w-]+)/.exec(text)?.[1] ?? text;

/** Reads the ads of a product in any status, because a medium also bills ended ads. */
export async function readKnownAds(db: Pick<Tx, 'query'>, productId: number): Promise<KnownAds> {
  const rows = await db.query<AdName>('SELECT id, ad_name, code FROM ad WHERE product_id = ?', [productId]);
  const by = {
    id: groupBy(rows, ({ id }) => String(id)),
    code: groupBy(rows, ({ code }) => code),
    name: groupBy(rows, ({ ad_name: name }) => name.trim()),
  };
  return {
    find: (naming, text) =>
      (by[naming].get(naming === 'code' ? codeIn(text) : text) ?? []).map(({ id }) => id),
    name: (id) => by.id.get(String(id))?.[0]?.ad_name ?? null,
    similar: similarSearch(rows),
  };
}
