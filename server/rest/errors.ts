import type { ErrorRequestHandler, Response } from 'express';
import { GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import { Failure, notFound, statusOf } from '../auth/failure';
import type { ApiContext } from '../graphql/context';
import { asFailure } from '../graphql/errors';
import { parameterName } from './arguments';
import type { Naming } from './names';
import { inputNames } from './write-input';

type Reader = Pick<ApiContext, 'locale' | 'requestId'>;

/** Operations throw GraphQL errors that carry the failure they are made from. */
export const causeOf = (error: unknown): unknown => (error instanceof GraphQLError && error.originalError ? error.originalError : error);

/** Notes under which names the fields of an answer to this request go out: the ones that it used itself. */
export const nameFields = (res: Response, naming: Naming = {}, given: Readonly<Record<string, unknown>> = {}): void => {
  const used = Object.keys(naming.also ?? {}).map((field) => {
    const names = inputNames(field, naming);
    return [field, names.find((name) => given[name] !== undefined) ?? names[0]];
  });
  res.locals.fieldNames = { ...naming.instead, ...Object.fromEntries(used) };
};

/** A failure as REST says it: `_message`, `errors` by field, `request_id`. */
export function sendFailure(res: Response, thrown: unknown, reader: Reader, log: Logger): void {
  const failure = asFailure(causeOf(thrown), reader.requestId, log);
  const names = (res.locals.fieldNames ?? {}) as NonNullable<Naming['instead']>;
  const fields = Object.entries(failure.fields(reader.locale)).map(([name, list]) => [names[name] ?? parameterName(name), list]);
  const { retryAfter } = failure.details;
  if (retryAfter !== undefined) res.set('Retry-After', String(retryAfter));
  if (failure.code === 'UNAUTHENTICATED') res.set('WWW-Authenticate', 'Bearer');
  res.status(statusOf[failure.code]).json({
    _message: failure.messages(reader.locale),
    ...(fields.length > 0 && { errors: Object.fromEntries(fields) }),
    request_id: reader.requestId,
  });
}

interface BodyError {
  type?: string;
  status?: number;
}

/** What the router or the body parser refuses, as a failure; other errors as they are. */
export function bodyFailure(error: unknown): unknown {
  // An address that can't be decoded is nobody's.
  if (error instanceof URIError) return notFound();
  const { type, status } = (error ?? {}) as BodyError;
  if (type === 'entity.too.large') return new Failure('BAD_USER_INPUT', 'bodyTooLarge');
  if (type === 'entity.parse.failed' || (status !== undefined && status >= 400 && status < 500)) {
    return new Failure('BAD_USER_INPUT', 'invalidJson');
  }
  return error;
}

/** The last handler of the REST doors. */
export const restErrors =
  (readerOf: (res: Response) => Reader, log: Logger): ErrorRequestHandler =>
  (error, _req, res, next) => {
    if (res.headersSent) return next(error);
    sendFailure(res, bodyFailure(error), readerOf(res), log);
  };
