import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { isRecord } from '../../shared/records';
import { Failure, notFound, statusOf } from '../auth/failure';
import { asFailure, graphqlError } from '../graphql/errors';
import { causeOf, restAnswer } from '../rest/errors';
import { contextOf } from './request-context';

/** How a door words a failure. */
type Answer = (failure: Failure, req: Request) => object;

/** What the router, the body parser or the reader of files refuses, as a failure; other errors as they are. */
function requestFailure(error: unknown): unknown {
  // The body parser names the trouble by `type`, and what unpacks bodies by `code`; other parts say neither.
  const { type, status, code } = isRecord(error) ? error : {};
  if (type === 'entity.too.large') return new Failure('BAD_USER_INPUT', 'bodyTooLarge');
  const refused =
    error instanceof URIError ||
    (error instanceof Error && typeof status === 'number' && status >= 400 && status < 500);
  if (!refused) return causeOf(error);
  // An address that can't be decoded, or leads out of the folder, is nobody's.
  const ofBody = type !== undefined || (status === 400 && code !== undefined);
  return ofBody ? new Failure('BAD_USER_INPUT', 'invalidJson') : notFound();
}

/** The last word on every request that went wrong, at whichever door: its status, and an answer without insides. */
const failureHandler =
  (log: Logger, answer: Answer): ErrorRequestHandler =>
  (error, req, res, next) => {
    if (res.headersSent) return next(error);
    const failure = asFailure(requestFailure(error), requestIdOf(res), log);
    const { retryAfter } = failure.details;
    if (retryAfter !== undefined) res.set('Retry-After', String(retryAfter));
    if (failure.code === 'UNAUTHENTICATED') res.set('WWW-Authenticate', 'Bearer');
    res.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
    res.status(statusOf[failure.code]).json(answer(failure, req));
  };

/** As `withContext` said it to the reader; nobody asked elsewhere. */
const requestIdOf = (res: Response): string => String(res.get('X-Request-Id') ?? '');

export const graphqlFailures = (log: Logger): ErrorRequestHandler =>
  failureHandler(log, (failure, req) => {
    const { message, extensions } = graphqlError(failure, contextOf(req));
    return { errors: [{ message, extensions }] };
  });

export const restFailures = (log: Logger): ErrorRequestHandler =>
  failureHandler(log, (failure, req) => restAnswer(failure, contextOf(req), req.res));

/** For what stands beside the API: the console's files and every address that is nobody's. */
export const pageFailures = (log: Logger): ErrorRequestHandler =>
  failureHandler(log, (failure) => ({ _message: failure.messages('en') }));

/** Behind all doors: nothing is written there, and every page was found before. */
export const nobodysRequest: RequestHandler = (req, res) => {
  if (req.method === 'GET' || req.method === 'HEAD') throw notFound();
  res.set('Allow', 'GET, HEAD');
  throw new Failure('METHOD_NOT_ALLOWED', 'methodNotAllowed');
};
