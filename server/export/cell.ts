/** What an exported table is made of: text, numbers, truth values and empty cells. */
export type Cell = string | number | boolean | null | undefined;

/** One table row of an export. */
export type Row = readonly Cell[];

/** Rows from memory, from a generator over keyset pages, or from any stream of rows. */
export type Rows = Iterable<Row> | AsyncIterable<Row>;

/** What is made of each of some values, as they come; those at hand are not waited for one by one. */
export function eachRow<T>(values: Iterable<T> | AsyncIterable<T>, rowOf: (value: T) => Row, last: readonly Row[] = []): Rows {
  function* atHand(known: Iterable<T>): Generator<Row> {
    for (const value of known) yield rowOf(value);
    yield* last;
  }
  async function* awaited(coming: AsyncIterable<T>): AsyncGenerator<Row> {
    for await (const value of coming) yield rowOf(value);
    yield* last;
  }
  return Symbol.iterator in values ? atHand(values) : awaited(values);
}

/** Characters that make spreadsheet programs read a text as a formula; the full-width ones where Japanese or Chinese is typed. */
const SIGNS = '[=+\\-@＝＋－＠]';
/** What is not seen before them and what some programs take away: blanks, controls, zero-width and direction marks, fillers. */
const UNSEEN = '[\\s\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}]';
const RISKY = `(?:${UNSEEN}*${SIGNS}|[\\t\\r\\n])`;
const FORMULA_START = new RegExp(`^${RISKY}`, 'u');
/** Also what already looks guarded, so that taking one apostrophe away gives back every text. */
const TO_GUARD = new RegExp(`^'*${RISKY}`, 'u');
const GUARDED = new RegExp(`^'(?='*${RISKY})`, 'u');

/** Whether a spreadsheet could take this text for a formula. Numbers are never in question: they have their own type. */
export function looksLikeFormula(text: string): boolean {
  return FORMULA_START.test(text);
}

/** The text as a file without cell types carries it: an apostrophe before what could be taken for a formula. */
export const guarded = (text: string): string => (TO_GUARD.test(text) ? `'${text}` : text);

/** The text that `guarded` was given. */
export const unguarded = (text: string): string => text.replace(GUARDED, '');
