/** Reads the first row and returns all rows; rejects if the first can't be read. */
export async function begun<T>(rows: Iterable<T> | AsyncIterable<T>): Promise<AsyncIterable<T>> {
  const reading = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  const first = await reading.next();
  async function* all(): AsyncGenerator<T> {
    try {
      for (let next = first; !next.done; next = await reading.next()) yield next.value;
    } finally {
      // A reader that stops early also ends the source.
      await reading.return?.();
    }
  }
  return all();
}
