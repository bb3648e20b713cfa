/**
 * Normalises a text for search: folds width and case (ＳＮＳ is sns, ﾒｰﾙ is メール), but not kana: はは is not ぱぱ.
 */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Splits a query into folded words at any space, including the ideographic one. */
const wordsOf = (typed: string): string[] => folded(typed).split(/\s+/).filter(Boolean);

/**
 * Returns a test for texts that contain every word of the query, in any order. An empty query matches all.
 */
export function searchFor(typed: string): (text: string) => boolean {
  const words = wordsOf(typed);
  return (text) => {
    const within = folded(text);
    return words.every((word) => within.includes(word));
  };
}
