import { ApolloLink } from '@apollo/client';
import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import i18next from 'i18next';
import { catchError, from, mergeMap, of, switchMap, throwError, type Observable } from 'rxjs';
import type { TokenPair } from '../../session/token-store';

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
