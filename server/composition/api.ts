import compression from 'compression';
import express, { type Express, type Request, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { DownloadTickets } from '../auth/download-tickets';
import type { Config } from '../config';
import type { Database } from '../db/database';
import { createGraphql } from '../graphql/create-graphql';
import { bodyLimits, longOperations } from '../graphql/query-limits';
import { buildApiSchema } from '../graphql/schema';
import { requestLog } from '../http/request-log';
import { createRest } from '../rest/create-rest';
import { routes } from '../rest/routes';
import { trustedProxies } from '../tracking/http/client-ip';
import { graphqlFailures, restFailures } from './failure-handler';
import { contextOf, withContext } from './request-context';
import { mailerOf } from '../mail';
import { reachOf } from '../postbacks';
import { createServices } from './services';

export interface ApiDeps {
  readonly config: Pick<
    Config,
    'trackerUrl' | 'publicUrl' | 'smtpUrl' | 'mailFrom' | 'trustProxy' | 'webhookAllow' | 'undoSeconds'
  >;
  readonly db: Database;
  readonly log: Logger;
  /** Signs tokens; the same on every process. */
  readonly secret: string;
  readonly now?: () => number;
}

/** One year, for who serves the console over https. */
const STRICT_TRANSPORT = 'max-age=31536000';

const encrypted =
  (publicUrl: string): RequestHandler =>
  (_req, res, next) => {
    if (publicUrl.startsWith('https:')) res.set('Strict-Transport-Security', STRICT_TRANSPORT);
    next();
  };

/** Answers of the API are for their reader, as they are now, and never anything but what their type says. */
const unkept: RequestHandler = (_req, res, next) => {
  res.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
  next();
};

/** Where a long body may come: at the paths of long operations, and over GraphQL, where admission tells these from others. */
const longPaths: ReadonlySet<string> = new Set([
  '/graphql',
  ...routes.flatMap(({ path, operation }) => (longOperations.has(operation) ? [`/api/v1${path}`] : [])),
]);
const mayBeLong = (req: Request): boolean =>
  contextOf(req).actor !== null &&
  // Its length must be told, so that admission can go by it.
  req.headers['content-length'] !== undefined &&
  req.headers['content-encoding'] === undefined &&
  longPaths.has((req.baseUrl + req.path).replace(/\/$/, ''));

/**
 * The API as an Express application: `/graphql`, `/api/v1/...`, `/api/docs`. More can be mounted behind it.
 * The database need not be there yet; until then requests that need it answer 503.
 */
export async function createApi({ config, db, log, secret, now = Date.now }: ApiDeps): Promise<Express> {
  const app = express();
  app.disable('x-powered-by');
  // Repeated and comma-joined parameters are all there is: no nested objects from a query string.
  app.set('query parser', 'simple');
  // Nothing of it is kept (`unkept`): a digest of each answer would be made for nobody. Files of the console have their own.
  app.set('etag', () => undefined);
  app.use(compression());
  app.use(encrypted(config.publicUrl));
  const services = createServices({
    db,
    secret,
    trackerUrl: config.trackerUrl,
    publicUrl: config.publicUrl,
    mailer: mailerOf(config, log),
    reach: reachOf(config.webhookAllow),
    undoSeconds: config.undoSeconds,
    now,
  });
  const schema = buildApiSchema(log);
  const told = requestLog(log);
  const context = withContext(services, trustedProxies(config.trustProxy));
  const usual = express.json({ limit: bodyLimits.anybody, strict: false });
  const long = express.json({ limit: bodyLimits.longOperation, strict: false });
  const json: RequestHandler = (req, res, next) => (mayBeLong(req) ? long : usual)(req, res, next);
  app.use(
    '/graphql',
    unkept,
    told,
    context,
    json,
    await createGraphql({ schema, log, contextOf }),
    graphqlFailures(log),
  );
  const tickets = new DownloadTickets(db, secret, now);
  app.use(
    '/api',
    unkept,
    told,
    context,
    json,
    createRest({ schema, contextOf, tickets, now }),
    restFailures(log),
  );
  return app;
}
