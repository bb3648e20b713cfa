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
import { createServices } from '../services/services';

export interface ApiDeps {
  readonly config: Pick<
    Config,
    'trackerUrl' | 'publicUrl' | 'smtpUrl' | 'mailFrom' | 'trustProxy' | 'webhookAllow' | 'undoSeconds'
  >;
  readonly db: Database;
  readonly log: Logger;
  /** Signs tokens; identical in all processes. */
  readonly secret: string;
  readonly now?: () => number;
}

/** One year; sent only if the console is served over https. */
const STRICT_TRANSPORT = 'max-age=31536000';

const strictTransport =
  (publicUrl: string): RequestHandler =>
  (_req, res, next) => {
    if (publicUrl.startsWith('https:')) res.set('Strict-Transport-Security', STRICT_TRANSPORT);
    next();
  };

/** Forbids caching and content sniffing of API responses. */
const noStore: RequestHandler = (_req, res, next) => {
  res.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
  next();
};

/**
 * Paths that accept a long body: those of long operations, and GraphQL, where admission checks the operation.
 */
const longPaths: ReadonlySet<string> = new Set([
  '/graphql',
  ...routes.flatMap(({ path, operation }) => (longOperations.has(operation) ? [`/api/v1${path}`] : [])),
]);
const acceptsLongBody = (req: Request): boolean =>
  contextOf(req).actor !== null &&
  // Admission needs the length.
  req.headers['content-length'] !== undefined &&
  req.headers['content-encoding'] === undefined &&
  longPaths.has((req.baseUrl + req.path).replace(/\/$/, ''));

/**
 * Creates the API as an Express application: `/graphql`, `/api/v1/...`, `/api/docs`. Further handlers can be
 * mounted behind it. The database can be unreachable; requests that need it then answer 503.
 */
export async function createApi({ config, db, log, secret, now = Date.now }: ApiDeps): Promise<Express> {
  const app = express();
  app.disable('x-powered-by');
  // Allows repeated and comma-joined parameters, but no nested objects.
  app.set('query parser', 'simple');
  // API responses are not cached (`noStore`), so an ETag would be useless. The console's files have their
  // own.
  app.set('etag', () => undefined);
  app.use(compression());
  app.use(strictTransport(config.publicUrl));
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
  const logRequests = requestLog(log);
  const context = withContext(services, trustedProxies(config.trustProxy));
  const standardJson = express.json({ limit: bodyLimits.standard, strict: false });
  const longJson = express.json({ limit: bodyLimits.longOperation, strict: false });
  const json: RequestHandler = (req, res, next) =>
    (acceptsLongBody(req) ? longJson : standardJson)(req, res, next);
  app.use(
    '/graphql',
    noStore,
    logRequests,
    context,
    json,
    await createGraphql({ schema, log, contextOf }),
    graphqlFailures(log),
  );
  const tickets = new DownloadTickets(db, secret, now);
  app.use(
    '/api',
    noStore,
    logRequests,
    context,
    json,
    createRest({ schema, contextOf, tickets, now }),
    restFailures(log),
  );
  return app;
}
