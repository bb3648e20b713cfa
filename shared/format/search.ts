/** A text as searching compares it: width and case are folded (ＳＮＳ is sns, ﾒｰﾙ is メール), kana are not: はは is not ぱぱ. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** The words of what was typed, folded; any space parts them, the ideographic one too. */
const wordsOf = (typed: string): string[] => folded(typed).split(/\s+/).filter(Boolean);

/** Tests whether a text holds every word of what was typed, in any order; nothing typed is held by all. */
export function searchFor(typed: string): (text: string) => boolean {
  const words = wordsOf(typed);
  return (text) => {
    const within = folded(text);
    return words.every((word) => within.includes(word));
  };
}
