import type { ApolloClient, DocumentNode } from '@apollo/client';
import { endOfDay, startOfDay } from '../../../../shared/domain/calendar';
import type { CountMode } from '../../generated/graphql';
import { useProductId } from '../../session/session-context';
import { onlyField } from '../list/filters';
import type { ListResult, ListQuery, ListRow, ListVariables, CursorPages } from '../list/list-source';
import { jumpInstant } from './jump-to';
import { useTail, type TailState } from './use-tail';

/** Page of a log, as every log query returns it. */
interface LogPage<Row> extends CursorPages {
  readonly results: readonly Row[];
  readonly count: number;
}

/** Variables of a log query. */
export interface LogVariables extends ListVariables {
  productId: number;
  timeFrom: string | undefined;
  timeTo: string | undefined;
  after: string | undefined;
  before: string | undefined;
  at: string | undefined;
  count: CountMode;
}

/** Generated query hook of a log. */
export type LogHook<Data> = (options: { variables: LogVariables; fetchPolicy: 'cache-and-network' }) => {
  readonly data?: Data | undefined;
  readonly previousData?: Data | undefined;
  readonly loading: boolean;
  readonly error?: unknown;
  readonly client: ApolloClient;
  readonly refetch: () => Promise<unknown>;
};

/** A log's page with the state of its live updates. */
export interface LogAnswer<Row> extends ListResult<Row> {
  readonly tail: TailState;
}

const isoOf = (instant: number | null | undefined): string | undefined =>
  instant == null ? undefined : new Date(instant).toISOString();

/** Returns the query variables of a log; the count stops where it becomes expensive. */
export function logVariables(
  { period, place, live: _live, ...variables }: ListQuery,
  productId: number,
): LogVariables {
  return {
    ...variables,
    productId,
    timeFrom: isoOf(period && startOfDay(period.from)),
    timeTo: isoOf(period && endOfDay(period.to)),
    after: place?.by === 'after' ? place.value : undefined,
    before: place?.by === 'before' ? place.value : undefined,
    at: place?.by === 'at' ? isoOf(jumpInstant(place.value, variables.sortAsc ?? false)) : undefined,
    count: 'CAPPED',
  };
}

/** Returns a key that is unique within the product; events may share an id under several settings. */
export type RowKey<Row> = (row: Row) => string;

type PageOf<Data> = { readonly [name in keyof Data]: LogPage<ListRow> };
export type LogRow<Data extends PageOf<Data>> = Data[keyof Data]['results'][number];

/**
 * Creates the source of a log screen from a generated hook and its document. The previous rows stay while
 * another page loads.
 */
export const logSource =
  <Data extends PageOf<Data>>(
    hook: LogHook<Data>,
    document: DocumentNode,
    key: RowKey<LogRow<Data>> = ({ id }) => String(id),
  ) =>
  (question: ListQuery): LogAnswer<LogRow<Data>> => {
    const productId = useProductId();
    const variables = logVariables(question, productId);
    const { data, previousData, loading, error, refetch, client } = hook({
      variables,
      fetchPolicy: 'cache-and-network',
    });
    const tail = useTail(question.live && data !== undefined, JSON.stringify(variables), async () => {
      const { data: next } = await client.query<Data>({
        query: document,
        variables: { ...variables, count: 'NONE' },
        fetchPolicy: 'no-cache',
      });
      if (!next) throw new Error('The server returned no log page');
      return onlyField(next);
    });
    const answered = data ?? (error ? undefined : previousData);
    const page = answered && onlyField(answered);
    const rows = (tail.page ?? page)?.results.map((row) => ({ ...row, id: key(row) }));
    const known = new Set((tail.before ?? page)?.results.map(key));
    const fresh = new Set(tail.page ? rows?.map(({ id }) => id).filter((id) => !known.has(id)) : []);
    return {
      rows,
      count: page?.count,
      loading,
      error: data ? undefined : error,
      refetch,
      pages: page,
      tail: tail.state,
      fresh,
    };
  };
