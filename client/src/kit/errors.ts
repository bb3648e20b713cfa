import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
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
