import { ApolloServerErrorCode } from '@apollo/server/errors';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Logger } from 'pino';
import { Failure, messageText, statusOf } from '../auth/failure';
import { ArchiveError } from '../db/archive/duckdb';
import { isDatabaseAway, isRetryable, isStorageFailure, ReadTimeLimitError } from '../db/transient-error';
import type { ApiContext } from '../services/context';

type Reader = Pick<ApiContext, 'locale' | 'requestId'>;

/**
 * Converts a caught value into a failure for the client. Unexpected errors are logged, and their details stay
 * on the server.
 */
export function asFailure(error: unknown, requestId: string, log: Logger): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof ReadTimeLimitError) return new Failure('SERVICE_UNAVAILABLE', 'tookTooLong');
  if (error instanceof ArchiveError) {
    log.error({ err: error, requestId }, 'an archived log cannot be read');
    return new Failure('SERVICE_UNAVAILABLE', 'archiveUnreadable', { params: { subject: error.subject } });
  }
  if (isStorageFailure(error)) log.error({ err: error, requestId }, 'the database cannot store data');
  // Also if all retries of a transaction met other writers.
  if (isDatabaseAway(error) || isStorageFailure(error) || isRetryable(error))
    return new Failure('SERVICE_UNAVAILABLE', 'unavailable', { retryAfter: 5 });
  log.error({ err: error, requestId }, 'request failed');
  return new Failure('INTERNAL_SERVER_ERROR', 'internalError');
}

/** HTTP refusals without a code of their own in GraphQL, and errors of the library. */
const BAD_REQUEST = 'BAD_REQUEST';
const HTTP_ONLY: ReadonlySet<unknown> = new Set(['CONTENT_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']);
const CODES: ReadonlySet<unknown> = new Set([
  ...Object.keys(statusOf).filter((code) => !HTTP_ONLY.has(code)),
  ApolloServerErrorCode.GRAPHQL_VALIDATION_FAILED,
]);
const publicCode = (code: unknown): unknown => (CODES.has(code) ? code : BAD_REQUEST);

/** Converts a failure into a GraphQL error with code, messages and fields as extensions. */
export function graphqlError(failure: Failure, reader: Reader): GraphQLError {
  const messages = failure.messages(reader.locale);
  const { retryAfter } = failure.details;
  return new GraphQLError(messages.join('\n'), {
    originalError: failure,
    extensions: {
      code: publicCode(failure.code),
      messages,
      fields: failure.fields(reader.locale),
      requestId: reader.requestId,
      ...(retryAfter !== undefined && { retryAfter }),
    },
  });
}

/** Returns the code that a validation rule set; Apollo Server overwrites it with its own. */
const codeOf = (error: unknown): unknown =>
  error instanceof GraphQLError && error.originalError instanceof GraphQLError
    ? error.originalError.extensions.code
    : undefined;

/**
 * Returns whether parsing overflowed the stack: the parser recurses at every bracket and counts tokens only
 * as it reads them.
 */
const isTooDeep = (error: unknown): boolean =>
  error instanceof RangeError || (error instanceof GraphQLError && isTooDeep(error.originalError));
const TOO_DEEP = 'The query asks for too much: its brackets are nested too deeply.';

/** Completes every error with messages and fields, and removes internal details. */
export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const { messages, fields, requestId, retryAfter } = formatted.extensions ?? {};
  const code = codeOf(error) ?? formatted.extensions?.code ?? 'INTERNAL_SERVER_ERROR';
  const internal = code === 'INTERNAL_SERVER_ERROR' && !(error instanceof GraphQLError && messages);
  const message = internal
    ? messageText({ key: 'internalError' }, 'en')
    : code === ApolloServerErrorCode.GRAPHQL_PARSE_FAILED && isTooDeep(error)
      ? TOO_DEEP
      : formatted.message;
  return {
    ...formatted,
    message,
    extensions: {
      code: publicCode(code),
      messages: messages ?? [message],
      fields: fields ?? {},
      ...(requestId !== undefined && { requestId }),
      ...(retryAfter !== undefined && { retryAfter }),
    },
  };
}
