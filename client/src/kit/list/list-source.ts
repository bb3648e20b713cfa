import { useProductId } from '../../session/session-context';
import { onlyField } from './only-field';
import type { ListResult, ListQuery, ListRow, ListVariables } from './types';

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

/** Converts a query result. The previous rows stay while the next page loads. */
function toListResult<Data extends PageOf<Data>>({
  data,
  previousData,
  loading,
  error,
  refetch,
}: QueryResult<Data>): ListResult<RowOf<Data>> {
  const answered = data ?? previousData;
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
