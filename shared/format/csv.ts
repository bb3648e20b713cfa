/** What a table in a file is made of: text, numbers, truth values and empty cells. */
export type Cell = string | number | boolean | null | undefined;

/** One row of it. */
export type Row = readonly Cell[];

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

/** Excel reads a CSV as UTF-8 only behind this mark; without it Japanese text is garbled. */
export const CSV_BOM = '\uFEFF';
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * One CSV cell after RFC 4180. Text that a spreadsheet would run as a formula gets a leading apostrophe;
 * numbers are written plainly (also negative ones), empty for null, undefined, NaN and infinities.
 */
export function csvCell(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  if (typeof cell === 'boolean') return cell ? 'true' : 'false';
  const text = guarded(cell);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One CSV record with its CRLF. A record of one empty cell is written as `""`, or readers would skip it as a blank line. */
export function csvRecord(row: Row): string {
  const text = row.map(csvCell).join(',');
  return `${text === '' && row.length === 1 ? '""' : text}\r\n`;
}
