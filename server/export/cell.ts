import type { Row } from '../../shared/format/csv';

export { looksLikeFormula, unguardFormula as unguarded, type Cell, type Row } from '../../shared/format/csv';

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
