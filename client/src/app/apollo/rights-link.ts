import { ApolloLink } from '@apollo/client';
import { tap } from 'rxjs';

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
