import { CSV_BOM, csvRecord, type Row } from '../../shared/format/csv';
import { createTrafficYield } from '../backpressure/traffic-load';
import { ByteChunks } from '../platform/byte-chunks';

export { looksLikeFormula, type Cell, type Row } from '../../shared/format/csv';

/** Rows from memory, from a generator over keyset pages, or from any stream. */
export type Rows = Iterable<Row> | AsyncIterable<Row>;

/** Maps each value to a row. Values in memory are not awaited one by one. */
export function eachRow<T>(
  values: Iterable<T> | AsyncIterable<T>,
  rowOf: (value: T) => Row,
  last: readonly Row[] = [],
): Rows {
  function* fromMemory(list: Iterable<T>): Generator<Row> {
    for (const value of list) yield rowOf(value);
    yield* last;
  }
  async function* fromStream(stream: AsyncIterable<T>): AsyncGenerator<Row> {
    for await (const value of stream) yield rowOf(value);
    yield* last;
  }
  return Symbol.iterator in values ? fromMemory(values) : fromStream(values);
}

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

/** Reads the first row and returns all rows; rejects if the first can't be read. */
export async function openRows<T>(rows: Iterable<T> | AsyncIterable<T>): Promise<AsyncIterable<T>> {
  const iterator = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  const first = await iterator.next();
  async function* all(): AsyncGenerator<T> {
    try {
      for (let next = first; !next.done; next = await iterator.next()) yield next.value;
    } finally {
      // A reader that stops early also ends the source.
      await iterator.return?.();
    }
  }
  return all();
}
