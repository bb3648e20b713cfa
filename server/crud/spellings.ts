/** Full-width signs of ASCII, and half-width katakana with their marks, by what NFKC makes of them. */
const wideOf = new Map<string, string>();
const narrowOf = new Map<string, string>();
const chars = (from: number, to: number): string[] => Array.from({ length: to - from + 1 }, (_, at) => String.fromCharCode(from + at));
for (const wide of chars(0xff01, 0xff5e)) wideOf.set(wide.normalize('NFKC'), wide);
for (const narrow of chars(0xff61, 0xff9f)) {
  for (const mark of ['', 'ﾞ', 'ﾟ']) {
    const plain = (narrow + mark).normalize('NFKC');
    if (plain.length === 1) narrowOf.set(plain, narrow + mark);
  }
}
const by = (map: ReadonlyMap<string, string>, text: string): string => [...text].map((char) => map.get(char) ?? char).join('');

const foldAscii = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/**
 * How a word may stand where texts are kept as they came: as it is typed, and in each of the widths that NFKC makes one, in
 * small and in capital letters. Those of ASCII both databases fold by themselves, others the embedded one does not. A text that
 * mixes widths within the word is not found: of settings, which are few, whole texts are folded and compared (see `found`).
 */
export function spellings(word: string): string[] {
  const plain = word.normalize('NFKC');
  const forms = [word, plain, by(wideOf, plain), by(narrowOf, plain)];
  return [...new Set(forms.flatMap((form) => [form.toLowerCase(), form.toUpperCase()]).map(foldAscii))];
}
