import { useProductId } from '../../session/session-context';
import { onlyField } from '../list/only-field';
import type { ListRow } from '../list/types';

/** Generated query hook for one log row. */
export type LogRowHook<Data, Further> = (options: {
  variables: { id: string; productId: number } & Further;
  fetchPolicy: 'cache-and-network';
}) => {
  readonly data?: Data | undefined;
  readonly error?: unknown;
  readonly refetch: () => Promise<unknown>;
};

export interface LogRowResult<Row> {
  row: Row | undefined;
  error: unknown;
  refetch: () => Promise<unknown>;
}

/**
 * Creates the source of one row from a generated hook.
 * @param further variables that distinguish rows with the same id
 */
export const logRowSource =
  <Data extends { readonly [name in keyof Data]: ListRow }, Further extends object>(
    hook: LogRowHook<Data, Further>,
  ) =>
  (id: string, further: Further): LogRowResult<Data[keyof Data]> => {
    const { data, error, refetch } = hook({
      variables: { id, productId: useProductId(), ...further },
      fetchPolicy: 'cache-and-network',
    });
    return { row: data && onlyField(data), error: data ? undefined : error, refetch };
  };
