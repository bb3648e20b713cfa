import { CSV_BOM, csvRecord, type Row } from '../../shared/format/csv';
import { createTrafficYield } from '../backpressure/yield-to-traffic';
import { ByteChunks } from '../platform/byte-chunks';
import type { Rows } from './cell';

/** Yields to traffic after each chunk of this duration. */
const CHUNK_MS = 1;

/**
 * The only CSV writer: UTF-8 with BOM, the lines above the header, the header, then the rows.
 * Yields buffers of about 64 KiB and lets other work run between them; pass it to `Readable.from`.
 */
export async function* csvChunks(
  header: readonly string[],
  rows: Rows,
  heading: readonly Row[] = [],
): AsyncGenerator<Buffer> {
  const chunks = new ByteChunks();
  const yieldNow = createTrafficYield(CHUNK_MS);
  chunks.add(CSV_BOM + [...heading, header].map(csvRecord).join(''));
  if (Symbol.iterator in rows) {
    // Rows in memory are not awaited one by one: the promises would take most of the memory and half of the
    // time.
    for (const row of rows) {
      const chunk = chunks.add(csvRecord(row));
      if (!chunk) continue;
      yield chunk;
      await yieldNow();
    }
  } else {
    for await (const row of rows) {
      const chunk = chunks.add(csvRecord(row));
      if (!chunk) continue;
      yield chunk;
      await yieldNow();
    }
  }
  yield chunks.take();
}
