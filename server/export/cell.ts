/** What an exported table is made of: text, numbers, truth values and empty cells. */
export type Cell = string | number | boolean | null | undefined;

/** One table row of an export. */
export type Row = readonly Cell[];

/** Rows from memory, from a generator over keyset pages, or from any stream of rows. */
export type Rows = Iterable<Row> | AsyncIterable<Row>;

/** First characters that make spreadsheet programs read a text as a formula. */
const FORMULA_START = /^[=+\-@\t\r]/;

/** Whether a spreadsheet could take this text for a formula. Numbers are never in question: they have their own type. */
export function looksLikeFormula(text: string): boolean {
  return FORMULA_START.test(text);
}
