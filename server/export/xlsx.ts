import { createTrafficYield } from '../backpressure/yield-to-traffic';
import { strToU8, Zip, ZipDeflate } from 'fflate';
import type { Row, Rows } from './cell';
import { headerXml, rowXml, sheetEnd, sheetPath, sheetStart, workbookParts } from './xlsx-parts';

/** Excel's limit of rows in a sheet, including the header. */
const MAX_SHEET_ROWS = 1_048_576;
const CHUNK_LENGTH = 64 * 1024;
/** Yields to traffic after each chunk of this duration. */
const CHUNK_MS = 1;
/** Low compression for high speed: sheets are repetitive, so higher levels gain little. */
const LEVEL = 2;

/** Options of an xlsx export. */
export interface XlsxOptions {
  /** Name of the sheets. */
  title?: string;
  /** Rows above the header, on the first sheet. */
  heading?: readonly Row[];
  /** Maximum rows of a sheet, including the header; smaller in tests. */
  maxSheetRows?: number;
}

/**
 * Writes a workbook row by row in constant memory. When a sheet is full, another one starts with the header.
 * Text stays text (inline strings are never calculated), numbers stay numbers.
 * Yields chunks of the .xlsx file; pass it to `Readable.from`.
 */
export async function* xlsxChunks(
  header: readonly string[],
  rows: Rows,
  options: XlsxOptions = {},
): AsyncGenerator<Uint8Array> {
  const { maxSheetRows: maxRows = MAX_SHEET_ROWS, heading = [] } = options;
  let out: Uint8Array[] = [];
  const zip = new Zip((error, data) => {
    if (error) throw error;
    out.push(data);
  });
  const open = (path: string): ZipDeflate => {
    const file = new ZipDeflate(path, { level: LEVEL });
    zip.add(file);
    return file;
  };

  let sheets = 0;
  let written = 0;
  let chunk = '';
  const openSheet = (): ZipDeflate => {
    sheets += 1;
    const above = sheets === 1 ? heading : [];
    written = above.length + 1;
    chunk = sheetStart(above.length === 0) + above.map(rowXml).join('') + headerXml(header);
    return open(sheetPath(sheets));
  };
  const closeSheet = (file: ZipDeflate): void => file.push(strToU8(chunk + sheetEnd), true);

  const yieldNow = createTrafficYield(CHUNK_MS);
  let sheet = openSheet();
  for await (const row of rows) {
    if (written >= maxRows) {
      closeSheet(sheet);
      sheet = openSheet();
    }
    chunk += rowXml(row);
    written += 1;
    if (chunk.length >= CHUNK_LENGTH) {
      sheet.push(strToU8(chunk));
      chunk = '';
      yield* out;
      out = [];
      await yieldNow();
    }
  }
  closeSheet(sheet);
  for (const [path, text] of Object.entries(workbookParts(sheets, options.title ?? 'Sheet'))) {
    open(path).push(strToU8(text), true);
  }
  zip.end();
  yield* out;
}
