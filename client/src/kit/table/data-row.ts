import type { ReactNode } from 'react';

/** Row of a metric table. */
export interface DataRow<R> {
  key: string;
  row: R;
  /** The same row in the comparison period; null if it had no data then, undefined without a comparison. */
  previous: R | null | undefined;
}

/** Column that identifies a row. */
export interface NameColumn<R> {
  key: string;
  title: string;
  width: number;
  /** Whether rows can be sorted by it. */
  sortable?: boolean;
  render: (row: DataRow<R>) => ReactNode;
}
