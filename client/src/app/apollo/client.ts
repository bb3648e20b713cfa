import { ApolloLink, ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';
import { CombinedGraphQLErrors, ServerError, ServerParseError } from '@apollo/client/errors';
import i18next from 'i18next';
import {
  catchError,
  from,
  mergeMap,
  of,
  switchMap,
  throwError,
  type Observable,
  defer,
  retry,
  tap,
} from 'rxjs';
import { type TokenPair, tokenStore } from '../../session/token-store';
import { RETRY_STATUSES, SAFE_RETRIES } from '../../session/rest';
import { recordOf } from '../../../../shared/records';
import { MeDocument } from '../../generated/first';
import { ignored } from '../../kit/ignored';
import { refreshTokens } from '../../session/refresh';
import { compareClock } from '../../kit/server-clock';

const UNAUTHENTICATED = 'UNAUTHENTICATED';

const refusedError = (error: unknown): boolean =>
  (ServerError.is(error) && error.statusCode === 401) ||
  (CombinedGraphQLErrors.is(error) && error.errors.some((one) => one.extensions?.code === UNAUTHENTICATED));

const refusedResult = (result: ApolloLink.Result): boolean =>
  'errors' in result && (result.errors ?? []).some((error) => error.extensions?.code === UNAUTHENTICATED);

/** Session functions that the link needs. */
export interface SessionAccess {
  access(): string | undefined;
  refresh(usedAccess: string | undefined): Promise<TokenPair | undefined>;
}

/**
 * Sends the access token as a bearer header. The server did not execute an operation that it rejected as
 * unauthenticated (status 401 or the GraphQL code). The link therefore renews the token and repeats the
 * operation once, mutations included.
 */
export function createAuthLink(session: SessionAccess): ApolloLink {
  return new ApolloLink((operation, forward) => {
    const send = (access: string | undefined): Observable<ApolloLink.Result> => {
      operation.setContext(({ headers }) => ({
        headers: {
          ...headers,
          'Accept-Language': i18next.language ?? 'ja',
          ...(access === undefined ? {} : { Authorization: `Bearer ${access}` }),
        },
      }));
      return forward(operation);
    };
    const used = session.access();
    const renewAndSend = (otherwise: Observable<ApolloLink.Result>): Observable<ApolloLink.Result> =>
      from(session.refresh(used)).pipe(switchMap((tokens) => (tokens ? send(tokens.access) : otherwise)));

    return send(used).pipe(
      mergeMap((result) => (refusedResult(result) ? of({ refused: result }) : of({ result }))),
      catchError((error: unknown) =>
        refusedError(error) ? of({ failure: error }) : throwError(() => error),
      ),
      mergeMap((outcome) => {
        if ('result' in outcome) return of(outcome.result);
        return renewAndSend('refused' in outcome ? of(outcome.refused) : throwError(() => outcome.failure));
      }),
    );
  });
}

const passing = (error: unknown): boolean =>
  (ServerError.is(error) || ServerParseError.is(error)) && RETRY_STATUSES.has(error.statusCode);

/** Repeats a query once, without delay, on statuses that may be temporary. Never repeats a mutation. */
export function createRetryLink(): ApolloLink {
  return new ApolloLink((operation, forward) => {
    if (operation.operationType !== 'query') return forward(operation);
    return defer(() => forward(operation)).pipe(
      retry({
        count: SAFE_RETRIES,
        delay: (error: unknown) => (passing(error) ? of(true) : throwError(() => error)),
      }),
    );
  });
}

const isForbidden = (result: ApolloLink.Result): boolean =>
  'errors' in result && (result.errors ?? []).some(({ extensions }) => extensions?.code === 'FORBIDDEN');

/**
 * Reports a query that is rejected for a missing right. Pages query only within the known rights, so the
 * rights must have changed. Mutations don't count: they can be rejected for single fields, and the form
 * shows that.
 */
export function createRightsLink(onRefused: () => void): ApolloLink {
  return new ApolloLink((operation, forward) => {
    const answers = forward(operation);
    return operation.operationType === 'query'
      ? answers.pipe(tap((result) => isForbidden(result) && onRefused()))
      : answers;
  });
}

/** Types of log rows. Products share event ids, and the content of a row depends on the user and the list. */
export const LOG_ROWS = [
  'Access',
  'Interaction',
  'Reference',
  'Conversion',
  'RefusedEvent',
  'Result',
  'ResultQueueItem',
  'ConversionSend',
] as const;

const fetchAndCompareClock: typeof fetch = async (...request) => {
  const response = await fetch(...request);
  compareClock(response.headers.get('Date'));
  return response;
};

/**
 * Creates the console's GraphQL client. Report rows have no identity (their id names an ad within one
 * report), so the cache stores them with their query. The same applies to log rows.
 */
export function createApolloClient(): ApolloClient {
  const client: ApolloClient = new ApolloClient({
    link: ApolloLink.from([
      // Refreshes the user's rights, so that pages which are no longer allowed show a refusal. Concurrent
      // refusals cause one query.
      createRightsLink(
        () => void client.query({ query: MeDocument, fetchPolicy: 'network-only' }).catch(ignored),
      ),
      createAuthLink({ access: () => tokenStore.read()?.access, refresh: refreshTokens }),
      createRetryLink(),
      new HttpLink({ uri: '/graphql', fetch: fetchAndCompareClock }),
    ]),
    cache: new InMemoryCache({
      typePolicies: {
        Selection: { keyFields: false },
        AdTypeSelection: { keyFields: false },
        // Merges the results of two queries for one row. Otherwise each would drop the other's fields and
        // both would refetch for ever.
        ...recordOf(LOG_ROWS, () => ({ keyFields: false as const, merge: true })),
        // There are three of them, all for the signed-in user.
        AnalyzeSetting: { keyFields: ['item'] },
        // Selections load in parts.
        Selections: { merge: true },
        // There is one signed-in user, so the fields of several queries belong together.
        Me: { keyFields: [], merge: true },
      },
    }),
    defaultOptions: { watchQuery: { fetchPolicy: 'cache-and-network', notifyOnNetworkStatusChange: true } },
  });
  return client;
}
