import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import pino, { type DestinationStream, type Logger } from 'pino';
import type { RequestHandler } from 'express';
import pinoHttp from 'pino-http';
import { describeError } from './describe-error';

export type { Logger };

/** Creates the process log: JSON lines on standard error, because standard output belongs to the user. */
export const createLog = (level: string, to: DestinationStream = pino.destination(2)): Logger =>
  pino({ level, base: null, serializers: { err: (error: unknown) => describeError(error) } }, to);

/** Ends the process after an error that nothing handled. Node would print it with the values of its statement. */
export function logCrash(log: Logger): void {
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'the process ends after an unexpected error');
    process.exit(1);
  });
}

/** Returns the request id of the client if it is valid, else a new one. */
const idOf = (req: IncomingMessage): string => {
  const id = req.headers['x-request-id'];
  return typeof id === 'string' && /^[\w.-]{8,64}$/.test(id) ? id : randomUUID();
};

/**
 * Logs each API request with its id, method, path, status and time. Headers and queries are left out because
 * they contain tokens and search terms. So are the secrets of share links. Successful requests are logged at
 * level debug. The error handler logs server errors as errors.
 */
export const requestLog = (log: Logger): RequestHandler =>
  pinoHttp({
    logger: log,
    genReqId: idOf,
    customLogLevel: (_req, res, error) => (error || res.statusCode >= 500 ? 'warn' : 'debug'),
    serializers: {
      req: ({ id, method, url }: { id: string; method: string; url: string }) => ({
        id,
        method,
        path: url.split('?', 1)[0]?.replace(/^(\/share\/(?:\w+\/)?)[^/]{16,}/, '$1***'),
      }),
      err: ({ raw }: { raw: Error }) => describeError(raw),
      res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
    },
  });
