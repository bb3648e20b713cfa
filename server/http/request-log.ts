import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import pinoHttp from 'pino-http';
import type { Logger } from './log';

/** The id that the asker gives, where it is one, else a new one. */
const idOf = (req: IncomingMessage): string => {
  const id = req.headers['x-request-id'];
  return typeof id === 'string' && /^[\w.-]{8,64}$/.test(id) ? id : randomUUID();
};

/**
 * A line for each request to the API: its id, method, path, status and time. No header and no query: they hold tokens
 * and what people look for. What went well is told at level debug; what failed on our side as an error by its handler.
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
        path: url.split('?', 1)[0],
      }),
      res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
    },
  });
