import type { ReactNode } from 'react';
import type { DayRange } from '../../../../shared/domain/calendar';
import type { FilterField } from '../filter/filter-field';

/** A row of a list screen. */
export interface ListRow {
  readonly id: number | string;
}

/** Column of a list screen. */
export interface ListColumn<Row> {
  /** GraphQL name of the field; also used in the URL, CSV and stored choices. */
  key: string;
  /** Key of its label in `settings.field`; defaults to the column key. */
  label?: string;
  /** Pixels. */
  width: number;
  align?: 'left' | 'right';
  /** Whether the server can sort by it; defaults to yes. */
  sortable?: boolean;
  /** Hidden by default. */
  hidden?: boolean;
  /** The column that names the row: first, never hidden, opens the row. */
  names?: boolean;
  render: (row: Row) => ReactNode;
}

/** Filter condition of a list. */
export interface ListFilter extends FilterField {
  kind: 'number' | 'boolean' | 'text';
}

/** Variables of every list query. */
export interface ListVariables {
  page: number;
  pageSize: number;
  sortName: string | undefined;
  sortAsc: boolean | undefined;
  keyword: string | undefined;
  filter: Record<string, (number | boolean | string)[]> | undefined;
}

/** Position in a very long list, used as a cursor instead of a page number. */
export interface ListPlace {
  /** `at` is a time in the format of the URL. */
  by: 'after' | 'before' | 'at';
  value: string;
}

/** Full query of a list screen: the common variables and those of logs. */
export interface ListQuery extends ListVariables {
  /** Days to list; undefined for all. */
  period: DayRange | undefined;
  place: ListPlace | undefined;
  /** Whether new rows appear automatically. */
  live: boolean;
}

/** Paging information of a log. */
export interface CursorPages {
  /** Whether `count` is the exact number of rows; counting stops at a limit. */
  countExact: boolean;
  next: string | null;
  previous: string | null;
}

/** Result of a list query. */
export interface ListResult<Row> {
  rows: readonly Row[] | undefined;
  count: number | undefined;
  loading: boolean;
  error: unknown;
  refetch: () => Promise<unknown>;
  /** Logs only. */
  pages?: CursorPages | undefined;
  /** Rows that arrived just now. */
  fresh?: ReadonlySet<string | number> | undefined;
}

/** Rows chosen for a bulk operation: individual ones, or all matches. */
export type Chosen<Id = number> =
  | { kind: 'ids'; ids: readonly Id[] }
  | { kind: 'matching'; count: number; query: Pick<ListQuery, 'keyword' | 'filter' | 'period'> };
