import { ApolloServerErrorCode } from '@apollo/server/errors';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Logger } from 'pino';
import { messageText } from '../../shared/i18n/messages';
import { Failure } from '../auth/failure';
import { isDatabaseAway, isStorageFailure, ReadTimeLimitError } from '../db/transient-error';
import type { ApiContext } from './context';

type Reader = Pick<ApiContext, 'locale' | 'requestId'>;

/** A failure that its reader may see; what else was thrown is logged and answered without its insides. */
export function asFailure(error: unknown, requestId: string, log: Logger): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof ReadTimeLimitError) return new Failure('SERVICE_UNAVAILABLE', 'tookTooLong');
  if (isStorageFailure(error)) log.error({ err: error, requestId }, 'the database can not store');
  if (isDatabaseAway(error) || isStorageFailure(error))
    return new Failure('SERVICE_UNAVAILABLE', 'unavailable', { retryAfter: 5 });
  log.error({ err: error, requestId }, 'request failed');
  return new Failure('INTERNAL_SERVER_ERROR', 'internalError');
}

/** The failure as GraphQL says it: code, messages and fields in extensions. */
export function graphqlError(failure: Failure, reader: Reader): GraphQLError {
  const messages = failure.messages(reader.locale);
  const { retryAfter } = failure.details;
  return new GraphQLError(messages.join('\n'), {
    originalError: failure,
    extensions: {
      code: failure.code,
      messages,
      fields: failure.fields(reader.locale),
      requestId: reader.requestId,
      ...(retryAfter !== undefined && { retryAfter }),
    },
  });
}

/** The code that a rule of validation gave its refusal; the server puts its own above it. */
const codeOf = (error: unknown): unknown =>
  error instanceof GraphQLError && error.originalError instanceof GraphQLError
    ? error.originalError.extensions.code
    : undefined;

/** Whether reading a text went deeper than the stack: the parser goes down with every bracket, and counts words and signs as it comes to them. */
const isTooDeep = (error: unknown): boolean =>
  error instanceof RangeError || (error instanceof GraphQLError && isTooDeep(error.originalError));
const TOO_DEEP = 'The query asks for too much: its brackets are nested too deeply.';

/** The last word on every error: none leaves without messages and fields, or with a stack. */
export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const { messages, fields, requestId, retryAfter } = formatted.extensions ?? {};
  const code = codeOf(error) ?? formatted.extensions?.code;
  const internal = code === 'INTERNAL_SERVER_ERROR' && !(error instanceof GraphQLError && messages);
  const message = internal
    ? messageText('internalError', 'en')
    : code === ApolloServerErrorCode.GRAPHQL_PARSE_FAILED && isTooDeep(error)
      ? TOO_DEEP
      : formatted.message;
  return {
    ...formatted,
    message,
    extensions: {
      code: code ?? 'INTERNAL_SERVER_ERROR',
      messages: messages ?? [message],
      fields: fields ?? {},
      ...(requestId !== undefined && { requestId }),
      ...(retryAfter !== undefined && { retryAfter }),
    },
  };
}
