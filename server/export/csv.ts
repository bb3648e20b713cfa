import { CSV_BOM, csvRecord, type Row } from '../../shared/format/csv';
import { breather } from '../backpressure/yield-to-traffic';
import { Pieces } from '../byte-chunks';
import type { Rows } from './cell';

/** Others may go first after each piece. */
const PIECE_MS = 1;

/**
 * The only writer of CSV: UTF-8 with BOM, what stands above the header, the header, then the rows as they come.
 * Yields buffers of some 64 KiB and lets other work run between them; pass it to `Readable.from`.
 */
export async function* csvChunks(
  header: readonly string[],
  rows: Rows,
  heading: readonly Row[] = [],
): AsyncGenerator<Buffer> {
  const pieces = new Pieces();
  const breathe = breather(PIECE_MS);
  pieces.add(CSV_BOM + [...heading, header].map(csvRecord).join(''));
  if (Symbol.iterator in rows) {
    // Rows at hand are not waited for one by one: a promise for each is most of the memory and half of the time.
    for (const row of rows) {
      const piece = pieces.add(csvRecord(row));
      if (!piece) continue;
      yield piece;
      await breathe();
    }
  } else {
    for await (const row of rows) {
      const piece = pieces.add(csvRecord(row));
      if (!piece) continue;
      yield piece;
      await breathe();
    }
  }
  yield pieces.take();
}
