import type { ReactNode } from 'react';
import type { DayRange } from '../../../../shared/domain/calendar';
import type { FilterField } from '../filter/filter-bar';
import { useProductId } from '../../session/session-context';
import { onlyField } from './filters';

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
  /** Time that a search had reached when it stopped. */
  searchedTo: string | null;
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

/** Page of rows returned by every list query. */
export interface ListPage<Row> {
  readonly results: readonly Row[];
  readonly count: number;
}

interface QueryResult<Data> {
  readonly data?: Data | undefined;
  readonly previousData?: Data | undefined;
  readonly loading: boolean;
  readonly error?: unknown;
  readonly refetch: () => Promise<unknown>;
}

/** Generated query hook of a list. */
export type ListHook<Data, Variables> = (options: {
  variables: Variables;
  fetchPolicy: 'cache-and-network';
}) => QueryResult<Data>;

/** Hook that queries a page of rows. */
export type ListSource<Row extends ListRow> = (question: ListQuery) => ListResult<Row>;

/** Returns the variables common to all lists; period, position and live mode are for logs. */
const variablesOf = ({
  period: _period,
  place: _place,
  live: _live,
  ...variables
}: ListQuery): ListVariables => variables;

type PageOf<Data> = { readonly [name in keyof Data]: ListPage<ListRow> };
type RowOf<Data extends PageOf<Data>> = Data[keyof Data]['results'][number];

/** Converts a query result. The previous rows stay while the next page loads, but not if it is refused. */
function toListResult<Data extends PageOf<Data>>({
  data,
  previousData,
  loading,
  error,
  refetch,
}: QueryResult<Data>): ListResult<RowOf<Data>> {
  const answered = data ?? (error ? undefined : previousData);
  const page = answered && onlyField(answered);
  return { rows: page?.results, count: page?.count, loading, error: data ? undefined : error, refetch };
}

/** Creates the row source of a list screen from a generated hook. */
export const listSource =
  <Data extends PageOf<Data>>(hook: ListHook<Data, ListVariables>): ListSource<RowOf<Data>> =>
  (question) =>
    toListResult(hook({ variables: variablesOf(question), fetchPolicy: 'cache-and-network' }));

/** Creates the row source of a list screen that shows rows of the active product. */
export const productListSource =
  <Data extends PageOf<Data>>(
    hook: ListHook<Data, ListVariables & { productId: number }>,
  ): ListSource<RowOf<Data>> =>
  (question) => {
    const productId = useProductId();
    return toListResult(
      hook({ variables: { ...variablesOf(question), productId }, fetchPolicy: 'cache-and-network' }),
    );
  };
