import type { ReactNode } from 'react';

/** A row of a table of figures. */
export interface DataRow<R> {
  key: string;
  row: R;
  /** The same row one period earlier; null when it had no facts then, undefined when nothing is compared. */
  previous: R | null | undefined;
}

/** A column that says what a row is. */
export interface NameColumn<R> {
  key: string;
  title: string;
  width: number;
  /** Whether rows can be put in its order. */
  sortable?: boolean;
  render: (row: DataRow<R>) => ReactNode;
}
