import { CombinedGraphQLErrors, ServerError, ServerParseError } from '@apollo/client/errors';
import { RestError } from '../session/rest';

/** The id under which the server's log knows a failed call, if it gave one. */
export function requestIdOf(error: unknown): string | undefined {
  if (error instanceof RestError) return error.requestId;
  if (CombinedGraphQLErrors.is(error)) {
    const id = error.errors[0]?.extensions?.requestId;
    return typeof id === 'string' ? id : undefined;
  }
  if (ServerError.is(error)) return error.response.headers.get('X-Request-Id') ?? undefined;
  return undefined;
}

/** Whether the server refused a call for want of rights. */
export function isForbidden(error: unknown): boolean {
  if (error instanceof RestError) return error.status === 403;
  return CombinedGraphQLErrors.is(error) && error.errors.some((one) => one.extensions?.code === 'FORBIDDEN');
}

/** What GraphQL's codes are as statuses of HTTP, those that the catalogue of errors names. */
const STATUSES: Readonly<Record<string, number>> = { NOT_FOUND: 404, INTERNAL_SERVER_ERROR: 500 };

/** The status of a failed call; undefined where nobody answered, or GraphQL's code stands for none that has a name. */
export function statusOf(error: unknown): number | undefined {
  if (error instanceof RestError) return error.status;
  if (ServerError.is(error) || ServerParseError.is(error)) return error.statusCode;
  if (!CombinedGraphQLErrors.is(error)) return undefined;
  const code = error.errors[0]?.extensions?.code;
  return typeof code === 'string' ? STATUSES[code] : undefined;
}

const SERVER_FAILURES: ReadonlySet<number> = new Set([500, 502, 504]);

/** What the catalogue of errors calls a failure, alike in every language; undefined where it has no name for it. */
export function failureName(error: unknown): string | undefined {
  const status = statusOf(error);
  if (status === 404) return '404 Not Found';
  return status !== undefined && SERVER_FAILURES.has(status) ? `${status} Internal Server Error` : undefined;
}
