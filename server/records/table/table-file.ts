import { isWorkbook, unguardFormula } from '../../../shared/format/csv';
import { badInput } from '../../auth/failure';
import { CsvParser, DELIMITERS, type CsvRecord, type Delimiter, type LineFault } from './csv-records';
import { decodeTable } from './encoding';
import { isWorkbookFile, readWorkbook, SIGNATURE_BYTES } from './workbook';

/** A row of an uploaded table. */
export interface TableRow {
  /** Line in the file, or row of the sheet, from 1. */
  readonly line: number;
  /**
   * Trimmed, without the apostrophe that guards formulas. Missing cells at the end are left out.
   * A line with a fault is one cell.
   */
  readonly cells: readonly string[];
  /** Why the line is unreadable; null if it is readable. */
  readonly fault: LineFault | null;
}

/** An uploaded table. */
export interface TableFile {
  /** Trimmed names of the header. */
  readonly columns: readonly string[];
  /** Lines above the header: titles, periods. */
  readonly titles: readonly TableRow[];
  readonly rows: readonly TableRow[];
  /** Names of a workbook's sheets; empty for a text. */
  readonly sheets: readonly string[];
  /** The sheet that was read; null for a text. */
  readonly sheet: string | null;
}

interface TableOptions {
  /** Returns how many of its fields a line names as columns. The line that names the most is the header. */
  readonly score: (columns: readonly string[]) => number;
  /** Sheet of a workbook; the first unless given. */
  readonly sheet?: string | null;
}

const MAX_ROWS = 10_000;
/** Maximum number of title lines above the header. */
const MAX_TITLES = 20;
/** A file given whole, as browsers write it. */
const DATA_URL = /^data:[^,]*;base64,/;

/**
 * Reads an uploaded table: a text, or a file's bytes as a base64 data URL. Encoding, delimiter, line ends and
 * the line of the header are recognised; Excel workbooks are read as well.
 * @throws BAD_USER_INPUT naming `csv` for other files, nothing, or more than 10,000 rows; `sheet` for a missing
 * sheet
 */
export async function readTableFile(
  content: string,
  { score, sheet = null }: TableOptions,
): Promise<TableFile> {
  const url = DATA_URL.exec(content);
  const bytes = url ? Buffer.from(content.slice(url[0].length), 'base64') : null;
  if (bytes && isWorkbookFile(bytes)) {
    const sheets = await readWorkbook(bytes, MAX_ROWS + MAX_TITLES + 2).catch(() => {
      throw badInput({ csv: { key: 'brokenTable' } });
    });
    const chosen = sheet === null ? sheets[0] : sheets.find(({ name }) => name === sheet);
    if (!chosen) throw badInput({ sheet: { key: 'noSuchName', params: { name: sheet ?? '' } } });
    const rows = withoutBlank(chosen.rows.map((cells, at) => ({ line: at + 1, cells, fault: null })));
    const names = sheets.map(({ name }) => name);
    return { ...tableOf(rows, headerOf(rows, score).at), sheets: names, sheet: chosen.name };
  }
  if (isWorkbook(content.slice(0, SIGNATURE_BYTES))) throw badInput({ csv: { key: 'workbook' } });
  const text = bytes ? decodeTable(bytes) : content;
  const lines = text.replace(/^\uFEFF/, '').split(text.includes('\n') ? /\r?\n/ : '\r');
  const parsed = DELIMITERS.map((delimiter) => {
    const head = withoutBlank(recordsOf(lines.slice(0, 2 * MAX_TITLES), delimiter));
    const header = headerOf(head, score);
    return { delimiter, header, width: head[header.at]?.cells.length ?? 0 };
  });
  const best = parsed.reduce((a, b) =>
    b.header.score > a.header.score || (b.header.score === a.header.score && b.width > a.width) ? b : a,
  );
  const rows = withoutBlank(recordsOf(lines, best.delimiter));
  return { ...tableOf(rows, best.header.at), sheets: [], sheet: null };
}

function recordsOf(lines: readonly string[], delimiter: Delimiter): CsvRecord[] {
  const parser = new CsvParser(delimiter);
  const records = lines.flatMap((text, at) => parser.push({ number: at + 1, text, fault: null, end: 0 }));
  return [...records, ...parser.end()];
}

/** Cleans cells and leaves out blank rows. */
const withoutBlank = (rows: readonly TableRow[]): TableRow[] =>
  rows
    .map(({ line, cells, fault }) => ({
      line,
      cells: cells.map((cell) => unguardFormula(cell).trim()),
      fault,
    }))
    .filter(({ cells, fault }) => fault !== null || cells.some((cell) => cell !== ''));

/** Returns the place of the header, the first line if none has a column name. */
function headerOf(rows: readonly TableRow[], score: TableOptions['score']): { at: number; score: number } {
  const scores = rows.slice(0, MAX_TITLES + 1).map(({ cells }) => score(cells));
  const best = Math.max(0, ...scores);
  return { at: Math.max(0, scores.indexOf(best)), score: best };
}

function tableOf(all: readonly TableRow[], header: number): Pick<TableFile, 'columns' | 'titles' | 'rows'> {
  const columns = all[header]?.cells ?? [];
  const rows = all.slice(header + 1);
  if (columns.length === 0) throw badInput({ csv: { key: 'noLines' } });
  const isBinary = columns.some((name) => /[\p{Cc}\uFFFD]/u.test(name.replaceAll('\n', ' ')));
  if (isBinary || (columns.length === 1 && rows.length === 0))
    throw badInput({ csv: { key: 'brokenTable' } });
  if (rows.length > MAX_ROWS) throw badInput({ csv: { key: 'tooMany', params: { count: MAX_ROWS } } });
  return { columns, titles: all.slice(0, header), rows };
}
