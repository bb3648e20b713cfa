import compression from 'compression';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { DownloadTickets } from '../auth/download-tickets';
import { statusOf } from '../auth/failure';
import type { Config } from '../config';
import type { Database } from '../db/database';
import { createGraphql } from '../graphql/create-graphql';
import { asFailure, graphqlError } from '../graphql/errors';
import { buildApiSchema } from '../graphql/schema';
import { createRest } from '../rest/create-rest';
import { bodyFailure, restErrors } from '../rest/errors';
import { trustedProxies } from '../tracking/http/client-ip';
import { contextOf, withContext } from './request-context';
import { createServices } from './services';

export interface ApiDeps {
  readonly config: Pick<Config, 'trackerUrl' | 'trustProxy'>;
  readonly db: Database;
  readonly log: Logger;
  /** Signs tokens; the same on every process. */
  readonly secret: string;
  readonly now?: () => number;
}

/** Largest body of a GraphQL or REST request, of anybody and of who is signed in (tables are loaded as text). */
const BODY_LIMIT = '256kb';
const SIGNED_IN_LIMIT = '8mb';

/** GraphQL's last handler: bodies that can't be read, and a database that is away before anything ran. */
const graphqlErrors =
  (log: Logger): ErrorRequestHandler =>
  (error, req, res, next) => {
    if (res.headersSent) return next(error);
    const context = contextOf(req);
    const failure = asFailure(bodyFailure(error), context.requestId, log);
    const { message, extensions } = graphqlError(failure, context);
    if (failure.details.retryAfter) res.set('Retry-After', String(failure.details.retryAfter));
    res.status(statusOf[failure.code]).json({ errors: [{ message, extensions }] });
  };

/**
 * The API as an Express application: `/graphql`, `/api/v1/...`, `/api/docs`. More can be mounted behind it.
 * The database need not be there yet; until then requests that need it answer 503.
 */
export async function createApi({ config, db, log, secret, now = Date.now }: ApiDeps): Promise<Express> {
  const app = express();
  app.disable('x-powered-by');
  // Repeated and comma-joined parameters are all there is: no nested objects from a query string.
  app.set('query parser', 'simple');
  app.use(compression());
  const services = createServices({ db, secret, trackerUrl: config.trackerUrl, now });
  const schema = buildApiSchema(log);
  const context = withContext(services, trustedProxies(config.trustProxy));
  const small = express.json({ limit: BODY_LIMIT, strict: false });
  const large = express.json({ limit: SIGNED_IN_LIMIT, strict: false });
  const json: RequestHandler = (req, res, next) => (contextOf(req).actor ? large : small)(req, res, next);
  app.use('/graphql', context, json, await createGraphql({ schema, log, contextOf }), graphqlErrors(log));
  const tickets = new DownloadTickets(db, secret, now);
  app.use('/api', context, json, createRest({ schema, contextOf, tickets, now }), restErrors((res) => contextOf(res.req), log));
  return app;
}
