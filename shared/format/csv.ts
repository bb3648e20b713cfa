/** Table cell: text, number, boolean, or empty. */
export type Cell = string | number | boolean | null | undefined;

/** Table row. */
export type Row = readonly Cell[];

/** Characters at which spreadsheet programs start a formula, including their full-width forms. */
const FORMULA_SIGNS = '[=+\\-@＝＋－＠]';
/**
 * Invisible characters before them that some programs strip: blanks, controls, zero-width and direction
 * marks, fillers.
 */
const INVISIBLE = '[\\s\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}]';
const RISKY = `(?:${INVISIBLE}*${FORMULA_SIGNS}|[\\t\\r\\n])`;
const FORMULA_START = new RegExp(`^${RISKY}`, 'u');
/** Also matches texts that already look guarded, so that `unguarded` restores every text. */
const TO_GUARD = new RegExp(`^'*${RISKY}`, 'u');
const GUARDED = new RegExp(`^'(?='*${RISKY})`, 'u');

/**
 * Returns whether a spreadsheet could run a text as a formula. Numbers are safe: they have their own cell
 * type.
 */
export const looksLikeFormula = (text: string): boolean => FORMULA_START.test(text);

/** Guards a text for files without cell types: adds an apostrophe if it could run as a formula. */
export const guardFormula = (text: string): string => (TO_GUARD.test(text) ? `'${text}` : text);

/** Reverts `guarded`. */
export const unguardFormula = (text: string): string => text.replace(GUARDED, '');

/** Excel only reads a CSV as UTF-8 with this mark; without it Japanese text is garbled. */
export const CSV_BOM = '\uFEFF';
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * Formats a CSV cell after RFC 4180. Text that a spreadsheet would run as a formula gets a leading
 * apostrophe. Numbers are written plainly, also negative ones. Null, undefined, NaN and infinities are empty.
 */
export function csvCell(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  if (typeof cell === 'boolean') return cell ? 'true' : 'false';
  const text = guardFormula(cell);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Formats a CSV record with its CRLF. A record of one empty cell becomes `""`, because readers skip blank
 * lines.
 */
export function csvRecord(row: Row): string {
  const text = row.map(csvCell).join(',');
  return `${text === '' && row.length === 1 ? '""' : text}\r\n`;
}

/**
 * First characters of Excel files, decoded in any encoding: `.xlsx` is a zip archive, `.xls` a compound file.
 */
const SIGNATURES = ['PK\u0003\u0004', 'ﾐﾏ\u0011', '\uFFFD\uFFFD\u0011', 'ÐÏ\u0011'] as const;

/** Returns whether a text is really an Excel workbook. */
export const isWorkbook = (text: string): boolean =>
  SIGNATURES.some((signature) => text.startsWith(signature));
