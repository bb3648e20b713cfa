import type { ListAnswer, ListRow, ListVariables } from './types';

interface Page<Row> {
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

/** A generated query hook of a list. */
export type ListHook<Data, Variables> = (options: {
  variables: Variables;
  fetchPolicy: 'cache-and-network';
}) => QueryResult<Data>;

/** Asks for a page of rows. */
export type ListSource<Row extends ListRow> = (variables: ListVariables, productId: number) => ListAnswer<Row>;

/**
 * Makes the source of a list screen from a generated hook and the name of the list in its answer. While another
 * page is on its way the rows of the last one stay.
 */
export const listSource =
  <Row extends ListRow, K extends string, Data extends { readonly [name in K]: Page<Row> }, Variables>(
    hook: ListHook<Data, Variables>,
    name: K,
    variablesOf: (variables: ListVariables, productId: number) => Variables,
  ): ListSource<Data[K]['results'][number]> =>
  (variables, productId) => {
    const { data, previousData, loading, error, refetch } = hook({
      variables: variablesOf(variables, productId),
      fetchPolicy: 'cache-and-network',
    });
    const page = (data ?? previousData)?.[name];
    return { rows: page?.results, count: page?.count, loading, error: data ? undefined : error, refetch };
  };
