import type { Cell, Row } from '../export/cell';

/** Table for a CSV or xlsx file. */
export interface ExportTable {
  /** File name without its extension. */
  readonly name: string;
  readonly title: string;
  /** Lines above the header. */
  readonly heading: readonly Row[];
  readonly header: readonly string[];
  /** REST names of a report's columns. */
  readonly columns?: readonly string[];
  readonly rows: Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>;
}
