import { ApolloLink } from '@apollo/client';
import { ServerError, ServerParseError } from '@apollo/client/errors';
import { defer, of, retry, throwError } from 'rxjs';
import { RETRY_STATUSES, SAFE_RETRIES } from '../../session/retry';

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
