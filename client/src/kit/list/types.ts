import type { ReactNode } from 'react';
import type { DayRange } from '../../../../shared/domain/calendar';
import type { FilterField } from '../filter/filter-field';

/** A row of a list screen. */
export interface ListRow {
  readonly id: number | string;
}

/** One column of a list screen. */
export interface ListColumn<Row> {
  /** GraphQL name of the field; address, CSV and remembered choices know it by this. */
  key: string;
  /** Name under which its label stands in `settings.field`; the key unless given. */
  label?: string;
  /** Pixels. */
  width: number;
  align?: 'left' | 'right';
  /** Whether the server can sort by it; yes unless said. */
  sortable?: boolean;
  /** Hidden until the user shows it. */
  hidden?: boolean;
  /** The column that names the row: first, never hidden, opens the row. */
  names?: boolean;
  render: (row: Row) => ReactNode;
}

/** Something that a list can be narrowed by. */
export interface ListFilter extends FilterField {
  kind: 'number' | 'boolean' | 'text';
}

/** What a list is asked for; the shape of every list query of the contract. */
export interface ListVariables {
  page: number;
  pageSize: number;
  sortName: string | undefined;
  sortAsc: boolean | undefined;
  keyword: string | undefined;
  filter: Record<string, (number | boolean | string)[]> | undefined;
}

/** A place in a list of very many rows, where a page begins or ends instead of by its number. */
export interface ListPlace {
  /** `at`: a time, as the address has it. */
  by: 'after' | 'before' | 'at';
  value: string;
}

/** All that a list screen asks: what every list takes, and what logs take beside it. */
export interface ListQuestion extends ListVariables {
  /** Days whose rows are listed; undefined: all. */
  period: DayRange | undefined;
  place: ListPlace | undefined;
  /** Whether new rows come in by themselves. */
  live: boolean;
}

/** What the answer of a log says of its pages. */
export interface PlacedPages {
  /** Whether `count` is all rows, not only as many as were counted. */
  countExact: boolean;
  next: string | null;
  previous: string | null;
}

/** What a list query answers. */
export interface ListAnswer<Row> {
  rows: readonly Row[] | undefined;
  count: number | undefined;
  loading: boolean;
  error: unknown;
  refetch: () => Promise<unknown>;
  /** Of a log. */
  pages?: PlacedPages | undefined;
  /** Rows that came in by themselves just now. */
  fresh?: ReadonlySet<string | number> | undefined;
}

/** Rows chosen for a bulk operation: some, or all that the list's conditions match. */
export type Chosen<Id = number> =
  | { kind: 'ids'; ids: readonly Id[] }
  | { kind: 'matching'; count: number; asked: Pick<ListQuestion, 'keyword' | 'filter' | 'period'> };
