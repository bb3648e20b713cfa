/**
 * Normalises a text for search: folds width and case (ＳＮＳ is sns, ﾒｰﾙ is メール), but not kana: はは is not ぱぱ.
 */
const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Splits a query into folded words at any space, including the ideographic one. */
const splitWords = (query: string): string[] => fold(query).split(/\s+/).filter(Boolean);

/**
 * Returns a test for texts that contain every word of the query, in any order. An empty query matches all.
 */
export function createMatcher(query: string): (text: string) => boolean {
  const words = splitWords(query);
  return (text) => {
    const within = fold(text);
    return words.every((word) => within.includes(word));
  };
}
