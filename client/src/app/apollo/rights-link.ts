import { ApolloLink } from '@apollo/client';
import { tap } from 'rxjs';

const isForbidden = (result: ApolloLink.Result): boolean =>
  'errors' in result && (result.errors ?? []).some(({ extensions }) => extensions?.code === 'FORBIDDEN');

/**
 * Tells where a query is refused for want of a right: pages ask for what the rights that are known here allow, so these
 * are others by now. Mutations are refused for single fields too, and answer whoever typed them.
 */
export function createRightsLink(onRefused: () => void): ApolloLink {
  return new ApolloLink((operation, forward) => {
    const answers = forward(operation);
    return operation.operationType === 'query'
      ? answers.pipe(tap((result) => isForbidden(result) && onRefused()))
      : answers;
  });
}
