import type { Dialect } from '../db/database';

/** How one character may be written. */
type Sign = readonly string[];

const chars = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCharCode(from + at));
const isOne = (text: string): boolean => [...text].length === 1;

/** Full-width signs and half-width katakana, by what NFKC makes one character of. */
const otherWidth = new Map(
  [...chars(0xff01, 0xff5e), ...chars(0xff61, 0xff9f), ...chars(0xffe0, 0xffe6)]
    .map((char) => [char.normalize('NFKC'), char] as const)
    .filter(([plain]) => isOne(plain)),
);
/** Marks of voiced kana where they stand by themselves, by the combining one. */
const marks: Readonly<Record<string, Sign>> = { '\u3099': ['\u3099', 'ﾞ'], '\u309a': ['\u309a', 'ﾟ'] };

/** A character in small and in capital letters, and in each width. */
function signOf(char: string): Sign {
  const plain = char.normalize('NFKC');
  const base = isOne(plain) ? plain : char;
  const cases = [base, base.toLowerCase(), base.toUpperCase()].filter(isOne);
  return [...new Set([char, ...cases, ...cases.flatMap((one) => otherWidth.get(one) ?? [])])];
}

/** A voiced kana as two characters: in half width, and as some systems store it. */
function inTwo(char: string): readonly Sign[] | null {
  const [kana = '', mark = '', ...more] = char.normalize('NFD');
  const written = marks[mark];
  return written && more.length === 0 ? [signOf(kana), written] : null;
}

/** Voiced kana of a word that are each written in either way; of more all are written alike. */
const MOST_MIXED = 4;

function formsOf(word: string): readonly (readonly Sign[])[] {
  const signs = [...word].map((char) => ({ one: [signOf(char)], two: inTwo(char) }));
  const voiced = signs.filter(({ two }) => two !== null).length;
  if (voiced > MOST_MIXED)
    return [signs.flatMap(({ one }) => one), signs.flatMap(({ one, two }) => two ?? one)];
  return signs.reduce<(readonly Sign[])[]>(
    (forms, { one, two }) =>
      forms.flatMap((form) => [[...form, ...one], ...(two ? [[...form, ...two]] : [])]),
    [[]],
  );
}

/** A sign that stands in brackets for another: `]` only as the first of them, `^` and `-` only as the last. */
const globSign = (sign: Sign): string => {
  const [only = ''] = sign;
  return sign.length === 1
    ? only
    : `[${[...sign].sort((a, b) => Number(b === ']') - Number(a === ']') || Number(/[\^-]/.test(a)) - Number(/[\^-]/.test(b))).join('')}]`;
};
const regexpSign = (sign: Sign): string =>
  sign.length === 1 ? sign.join('') : `[${sign.map((char) => char.replace(/[\\\][^&-]/, '\\$&')).join('')}]`;

/** Longer words are looked for as they are typed: a pattern of the embedded database has an end. */
const LONGEST = 1000;

/** That a word stands in a text, and what it is compared with: any of the values. */
export interface Spelled {
  readonly sql: (column: string) => string;
  readonly values: readonly string[];
}

/**
 * How a word is found where texts are kept as they came: over width and case, each character by itself. Patterns of either
 * database say so; it is the whole text that `searchFor` folds where texts are few.
 */
export function spellings(dialect: Dialect, word: string): Spelled {
  if (word.length > LONGEST) return { sql: (column) => `INSTR(${column}, ?) > 0`, values: [word] };
  const forms = [...formsOf(word), ...formsOf(word.normalize('NFKC'))];
  return dialect === 'sqlite'
    ? {
        sql: (column) => `${column} GLOB ?`,
        values: [...new Set(forms.map((form) => `*${form.map(globSign).join('')}*`))],
      }
    : {
        sql: (column) => `${column} REGEXP ?`,
        values: [...new Set(forms.map((form) => form.map(regexpSign).join('')))],
      };
}
