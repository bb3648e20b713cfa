import type { Cell, Row } from '../export/cell';

/** A table to be written as CSV or xlsx. */
export interface ExportTable {
  /** Of its file, without the ending. */
  readonly name: string;
  readonly title: string;
  /** What stands above the header. */
  readonly heading: readonly Row[];
  readonly header: readonly string[];
  /** Names of the columns over REST, where the table is a report's. */
  readonly columns?: readonly string[];
  readonly rows: Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>;
}
