import { onlyField } from './only-field';
import type { ListAnswer, ListRow, ListVariables } from './types';

/** A page of rows, as every list query answers it. */
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

/** A generated query hook of a list. */
export type ListHook<Data, Variables> = (options: {
  variables: Variables;
  fetchPolicy: 'cache-and-network';
}) => QueryResult<Data>;

/** Asks for a page of rows. */
export type ListSource<Row extends ListRow> = (variables: ListVariables, productId: number) => ListAnswer<Row>;

/** Makes the source of a list screen from a generated hook. While another page is on its way the rows of the last one stay. */
export const listSource =
  <Row extends ListRow, Data extends { readonly [name in keyof Data]: ListPage<Row> }, Variables>(
    hook: ListHook<Data, Variables>,
    variablesOf: (variables: ListVariables, productId: number) => Variables,
  ): ListSource<Data[keyof Data]['results'][number]> =>
  (variables, productId) => {
    const { data, previousData, loading, error, refetch } = hook({
      variables: variablesOf(variables, productId),
      fetchPolicy: 'cache-and-network',
    });
    const answered = data ?? previousData;
    const page = answered && onlyField(answered);
    return { rows: page?.results, count: page?.count, loading, error: data ? undefined : error, refetch };
  };
