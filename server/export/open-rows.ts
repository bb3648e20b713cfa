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
