import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { isRecord } from '../../shared/records';
import { Failure, notFound, statusOf } from '../auth/failure';
import { asFailure, graphqlError } from '../graphql/errors';
import { causeOf, restError } from '../rest/errors';
import { contextOf } from './request-context';

/** Builds the body of an error response. */
type Answer = (failure: Failure, req: Request) => object;

/**
 * Converts errors of the router, the body parser and the static file handler into failures; passes on other
 * errors.
 */
function toRequestFailure(error: unknown): unknown {
  // The body parser sets `type` and decompression sets `code`; other middleware sets neither.
  const { type, status, code } = isRecord(error) ? error : {};
  if (type === 'entity.too.large') return new Failure('BAD_USER_INPUT', 'bodyTooLarge');
  const refused =
    error instanceof URIError ||
    (error instanceof Error && typeof status === 'number' && status >= 400 && status < 500);
  if (!refused) return causeOf(error);
  // A URL that can't be decoded or escapes the static folder is not found.
  const ofBody = type !== undefined || (status === 400 && code !== undefined);
  return ofBody ? new Failure('BAD_USER_INPUT', 'invalidJson') : notFound();
}

/** Answers failed requests with a status and a body without internal details. */
const failureHandler =
  (log: Logger, answer: Answer): ErrorRequestHandler =>
  (error, req, res, next) => {
    if (res.headersSent) return next(error);
    const failure = asFailure(toRequestFailure(error), requestIdOf(res), log);
    const { retryAfter } = failure.details;
    if (retryAfter !== undefined) res.set('Retry-After', String(retryAfter));
    if (failure.code === 'UNAUTHENTICATED') res.set('WWW-Authenticate', 'Bearer');
    res.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
    res.status(statusOf[failure.code]).json(answer(failure, req));
  };

/** Request id that `withContext` sent; empty for requests outside the API. */
const requestIdOf = (res: Response): string => String(res.get('X-Request-Id') ?? '');

export const graphqlFailures = (log: Logger): ErrorRequestHandler =>
  failureHandler(log, (failure, req) => {
    const { message, extensions } = graphqlError(failure, contextOf(req));
    return { errors: [{ message, extensions }] };
  });

export const restFailures = (log: Logger): ErrorRequestHandler =>
  failureHandler(log, (failure, req) => restError(failure, contextOf(req), req.res));

/** Error handler for everything outside the API: the console's files and unknown URLs. */
export const pageFailures = (log: Logger): ErrorRequestHandler =>
  failureHandler(log, (failure) => ({ _message: failure.messages('en') }));

/** Final handler for URLs without a match: 404 for reads, 405 for other methods. */
export const unmatchedRequest: RequestHandler = (req, res) => {
  if (req.method === 'GET' || req.method === 'HEAD') throw notFound();
  res.set('Allow', 'GET, HEAD');
  throw new Failure('METHOD_NOT_ALLOWED', 'methodNotAllowed');
};
