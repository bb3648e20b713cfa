import { CombinedGraphQLErrors, ServerError, ServerParseError } from '@apollo/client/errors';
import { RestError } from '../session/rest';

/** Returns the request id under which the server's log lists a failed call, if it has one. */
export function requestIdOf(error: unknown): string | undefined {
  if (error instanceof RestError) return error.requestId;
  if (CombinedGraphQLErrors.is(error)) {
    const id = error.errors[0]?.extensions?.requestId;
    return typeof id === 'string' ? id : undefined;
  }
  if (ServerError.is(error)) return error.response.headers.get('X-Request-Id') ?? undefined;
  return undefined;
}

/** Whether the server refused a call for missing rights. */
export function isForbidden(error: unknown): boolean {
  if (error instanceof RestError) return error.status === 403;
  return CombinedGraphQLErrors.is(error) && error.errors.some((one) => one.extensions?.code === 'FORBIDDEN');
}

/** HTTP statuses of the GraphQL codes that the error catalogue names. */
const STATUSES: Readonly<Record<string, number>> = { NOT_FOUND: 404, INTERNAL_SERVER_ERROR: 500 };

/**
 * Returns the status of a failed call; undefined if there was no answer or the GraphQL code has no named
 * status.
 */
export function statusOf(error: unknown): number | undefined {
  if (error instanceof RestError) return error.status;
  if (ServerError.is(error) || ServerParseError.is(error)) return error.statusCode;
  if (!CombinedGraphQLErrors.is(error)) return undefined;
  const code = error.errors[0]?.extensions?.code;
  return typeof code === 'string' ? STATUSES[code] : undefined;
}

const SERVER_FAILURES: ReadonlySet<number> = new Set([500, 502, 504]);

/** Returns the name of a failure, the same in every language; undefined if it has none. */
export function failureName(error: unknown): string | undefined {
  const status = statusOf(error);
  if (status === 404) return '404 Not Found';
  return status !== undefined && SERVER_FAILURES.has(status) ? `${status} Internal Server Error` : undefined;
}
