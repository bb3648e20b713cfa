import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { recordOf } from '../../../../shared/records';
import { MeDocument } from '../../generated/first';
import { ignored } from '../../kit/ignored';
import { refreshTokens } from '../../session/refresh';
import { tokenStore } from '../../session/token-store';
import { createAuthLink } from './auth-link';
import { createRetryLink } from './retry-link';
import { createRightsLink } from './rights-link';

/** Types of log rows. Events share ids over products, and what a row shows depends on who asks and by which list. */
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
 * The console's GraphQL client. Report rows have no identity of their own (their id names an ad in one report),
 * so they are kept with the query that asked for them; rows of logs likewise.
 */
export function createApolloClient(): ApolloClient {
  const client: ApolloClient = new ApolloClient({
    link: ApolloLink.from([
      // Pages that the rights no longer open make place for the refusal; several refused at once ask once.
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
        // Two questions about one row add up (one would drop the other's answer, and both would be asked for ever).
        ...recordOf(LOG_ROWS, () => ({ keyFields: false as const, merge: true })),
        // There are three of them, for the one signed-in user.
        AnalyzeSetting: { keyFields: ['item'] },
        // What can be chosen from comes in parts.
        Selections: { merge: true },
        // There is one signed-in user: parts of it that several queries ask for belong together.
        Me: { keyFields: [], merge: true },
      },
    }),
    defaultOptions: { watchQuery: { fetchPolicy: 'cache-and-network', notifyOnNetworkStatusChange: true } },
  });
  return client;
}
