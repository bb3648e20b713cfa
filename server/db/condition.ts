import { placeholders, type Dialect } from './database';

/** The ways to write one character. */
type Sign = readonly string[];

const chars = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCharCode(from + at));
const isOne = (text: string): boolean => [...text].length === 1;

/** Full-width characters and half-width katakana, by their NFKC form. */
const otherWidth = new Map(
  [...chars(0xff01, 0xff5e), ...chars(0xff61, 0xff9f), ...chars(0xffe0, 0xffe6)]
    .map((char) => [char.normalize('NFKC'), char] as const)
    .filter(([plain]) => isOne(plain)),
);
/** Standalone voicing marks, by their combining mark. */
const marks: Readonly<Record<string, Sign>> = { '\u3099': ['\u3099', 'ﾞ'], '\u309a': ['\u309a', 'ﾟ'] };

/** Returns a character in lower and upper case and in each width. */
function signOf(char: string): Sign {
  const plain = char.normalize('NFKC');
  const base = isOne(plain) ? plain : char;
  const cases = [base, base.toLowerCase(), base.toUpperCase()].filter(isOne);
  return [...new Set([char, ...cases, ...cases.flatMap((one) => otherWidth.get(one) ?? [])])];
}

/** Returns a voiced kana as two characters: half-width, and decomposed as some systems store it. */
function inTwo(char: string): readonly Sign[] | null {
  const [kana = '', mark = '', ...more] = char.normalize('NFD');
  const written = marks[mark];
  return written && more.length === 0 ? [signOf(kana), written] : null;
}

/** Voiced kana of a word that may each be written either way; a word with more is matched in one way throughout. */
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

/** Builds a GLOB bracket expression: `]` must come first, `^` and `-` last. */
const globSign = (sign: Sign): string => {
  const [only = ''] = sign;
  return sign.length === 1
    ? only
    : `[${[...sign].sort((a, b) => Number(b === ']') - Number(a === ']') || Number(/[\^-]/.test(a)) - Number(/[\^-]/.test(b))).join('')}]`;
};
const regexpSign = (sign: Sign): string =>
  sign.length === 1 ? sign.join('') : `[${sign.map((char) => char.replace(/[\\\][^&-]/, '\\$&')).join('')}]`;

/** Longer words match only as typed, because SQLite limits the length of a pattern. */
const LONGEST = 1000;

/** SQL that matches a word in a column, with alternative values to compare. */
export interface Spelled {
  readonly sql: (column: string) => string;
  readonly values: readonly string[];
}

/**
 * Returns patterns that match a word in text stored as received, ignoring width and case of each character.
 * For small lists, `searchFor` folds the whole text instead.
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

/**
 * Returns the join keyword that reads the left table first, and the right one by a key per row. Both
 * databases estimate the rows of a key from a few pages, and sometimes read a whole table for a few paths.
 */
export const joinInOrder = (dialect: Dialect): string =>
  dialect === 'mysql' ? 'STRAIGHT_JOIN' : 'CROSS JOIN';

/** Returns the FROM clause that reads a table by an index. */
export const fromIndex = (dialect: Dialect, table: string, index: string): string =>
  dialect === 'mysql' ? `${table} e FORCE INDEX (${index})` : `${table} AS e INDEXED BY ${index}`;

/** A WHERE condition with its parameters. */
export interface Condition {
  readonly sql: string;
  readonly params: readonly (string | number)[];
}

/** Matches no row, as an empty list of alternatives does. */
export const never: Condition = { sql: '1 = 0', params: [] };

/** Matches rows whose `sql` equals one of the values; an empty list matches no row. */
export function oneOf(sql: string, values: readonly (string | number)[]): Condition {
  const [first] = values;
  if (first === undefined) return never;
  return values.length === 1
    ? { sql: `${sql} = ?`, params: [first] }
    : { sql: `${sql} IN (${placeholders(values)})`, params: values };
}

/** Matches rows whose `sql` starts with the exact text. */
export const startsWith = (sql: string, text: string): Condition => ({
  sql: `SUBSTR(${sql}, 1, ?) = ?`,
  params: [[...text].length, text],
});

/** Joins conditions with OR; an empty list matches no row. */
export function anyOf(conditions: readonly Condition[]): Condition {
  if (conditions.length === 0) return never;
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(' OR '),
    params: conditions.flatMap(({ params }) => params),
  };
}

/** Joins conditions with AND. */
export function allOf(conditions: readonly Condition[]): Condition {
  if (conditions.length === 0) return { sql: '1 = 1', params: [] };
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(' AND '),
    params: conditions.flatMap(({ params }) => params),
  };
}

/** Splits a keyword into words. A NUL separates them like a space, because SQLite ends a value at it. */
export const wordsIn = (text: string): string[] => text.split(/[\s\0]+/).filter(Boolean);

/**
 * Matches rows that contain every word of the text in one of the columns, ignoring width and case. No character
 * has a special meaning.
 *
 * @param others further conditions by which a row matches a word
 */
export function containsWords(
  dialect: Dialect,
  columns: readonly string[],
  text: string,
  others: (word: string) => readonly Condition[] = () => [],
): Condition {
  return allOf(
    wordsIn(text).map((word) =>
      anyOf([...(columns.length > 0 ? [containsWord(dialect, columns, word)] : []), ...others(word)]),
    ),
  );
}

/** Matches every spelling of the word, because logs store text as received. */
function containsWord(dialect: Dialect, columns: readonly string[], word: string): Condition {
  const { sql, values } = spellings(dialect, word);
  return {
    sql: columns.flatMap((column) => values.map(() => sql(column))).join(' OR '),
    params: columns.flatMap(() => values),
  };
}
