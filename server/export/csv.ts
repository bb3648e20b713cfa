import { setImmediate } from 'node:timers/promises';
import { guarded, type Cell, type Row, type Rows } from './cell';

/** Excel reads a CSV as UTF-8 only behind this mark; without it Japanese text is garbled. */
const BOM = '\uFEFF';
const NEEDS_QUOTES = /[",\r\n]/;
/** Text is handed on in pieces of about this many characters: memory stays flat whatever the row count. */
const PIECE = 32 * 1024;

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

/**
 * The only writer of CSV: UTF-8 with BOM, header first, then the rows as they come.
 * Yields buffers of some 32 KiB and lets other work run between them; pass it to `Readable.from`.
 */
export async function* csvChunks(header: readonly string[], rows: Rows): AsyncGenerator<Buffer> {
  let piece = BOM + csvRecord(header);
  for await (const row of rows) {
    piece += csvRecord(row);
    if (piece.length >= PIECE) {
      yield Buffer.from(piece, 'utf8');
      piece = '';
      await setImmediate();
    }
  }
  if (piece !== '') yield Buffer.from(piece, 'utf8');
}
