import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { recordOf } from '../../../../shared/records';
import { MeDocument } from '../../generated/first';
import { ignored } from '../../kit/ignored';
import { refreshTokens } from '../../session/refresh';
import { tokenStore } from '../../session/token-store';
import { createAuthLink } from './auth-link';
import { createRetryLink } from './retry-link';
import { createRightsLink } from './rights-link';

/** Types of log rows. Products share event ids, and the content of a row depends on the user and the list. */
export const LOG_ROWS = [
  'Access',
  'Interaction',
  'Reference',
  'Conversion',
  'RefusedEvent',
  'Result',
  'ResultQueueItem',
] as const;

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
      new HttpLink({ uri: '/graphql' }),
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
