import type { Row } from '../../shared/format/csv';

export { guarded, looksLikeFormula, unguarded, type Cell, type Row } from '../../shared/format/csv';

/** Rows from memory, from a generator over keyset pages, or from any stream of rows. */
export type Rows = Iterable<Row> | AsyncIterable<Row>;
