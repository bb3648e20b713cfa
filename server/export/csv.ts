import { CSV_BOM, csvRecord, type Row } from '../../shared/format/csv';
import { breather } from '../courtesy/breathe';
import type { Rows } from './cell';

/** Bytes are handed on in pieces of about this size: memory stays flat whatever the row count. */
const PIECE = 64 * 1024;
/** Others may go first after each of them. */
const PIECE_MS = 1;

/** Most bytes of UTF-8 that a character unit of a string takes. */
const MOST_BYTES = 3;

/**
 * Collects records, as bytes at once, into pieces that are worth handing on: text that waits for the rest of its
 * piece would outlive its rows, and the memory for young objects grows with what outlives.
 */
class Pieces {
  private buffer = Buffer.allocUnsafe(PIECE);
  private used = 0;

  /** The full piece that this text had no place in any more. */
  add(text: string): Buffer | null {
    const most = text.length * MOST_BYTES;
    const full = this.used > 0 && this.used + most > this.buffer.length ? this.take() : null;
    if (most > this.buffer.length) this.buffer = Buffer.allocUnsafe(most);
    this.used += this.buffer.write(text, this.used);
    return full;
  }

  take(): Buffer {
    const piece = this.buffer.subarray(0, this.used);
    this.buffer = Buffer.allocUnsafe(PIECE);
    this.used = 0;
    return piece;
  }
}

/**
 * The only writer of CSV: UTF-8 with BOM, what stands above the header, the header, then the rows as they come.
 * Yields buffers of some 64 KiB and lets other work run between them; pass it to `Readable.from`.
 */
export async function* csvChunks(header: readonly string[], rows: Rows, heading: readonly Row[] = []): AsyncGenerator<Buffer> {
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
