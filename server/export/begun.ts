/** The same rows once the first of them is there; rejects where it can't be read. */
export async function begun<T>(rows: Iterable<T> | AsyncIterable<T>): Promise<AsyncIterable<T>> {
  const reading = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  const first = await reading.next();
  async function* all(): AsyncGenerator<T> {
    try {
      for (let next = first; !next.done; next = await reading.next()) yield next.value;
    } finally {
      // Whoever goes away ends the reading too.
      await reading.return?.();
    }
  }
  return all();
}
