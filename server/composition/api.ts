import express, {
  type Request,
  type RequestHandler,
  type ErrorRequestHandler,
  type Response,
  type Express,
} from 'express';
import type { Logger } from 'pino';
import compression from 'compression';
import { preferredLocale } from '../../shared/i18n/messages';
import { isRecord } from '../../shared/records';
import type { ApiContext } from '../services/context';
import { Loaders } from '../services/loaders';
import { clientIp, trustedProxies, type TrustedProxies } from '../tracking/http/client-ip';
import { createServices, type Services } from '../services/services';
import type { Actor } from '../auth/actor';
import { Failure, notFound, statusOf } from '../auth/failure';
import { browserCookies } from '../auth/oidc/browser-cookies';
import { oidcCallback } from '../auth/oidc/callback';
import { CALLBACK_PATH } from '../auth/oidc/oidc.service';
import type { Client } from '../auth/sessions';
import { asFailure, graphqlError } from '../graphql/errors';
import { causeOf, restError } from '../rest/errors';
import { DownloadTickets } from '../auth/download-tickets';
import type { Config } from '../config/config';
import type { Database } from '../db/database';
import { createGraphql } from '../graphql/create-graphql';
import { bodyLimits, longOperations } from '../graphql/query-limits';
import { buildApiSchema } from '../graphql/schema';
import { requestLog } from '../http/request-log';
import { createRest } from '../rest/create-rest';
import { routes } from '../rest/routes';
import { PdfPrinter, findBrowser } from '../export/pdf';
import { shareEndpoint } from '../share/share-endpoint';
import { reportExporter } from '../share/view-table';
import { createScim } from '../scim/create-scim';
import { failureBody } from '../scim/scim-error';
import { mailerOf } from '../mail/mailer';
import { reachOf } from '../postbacks/request';

const contexts = new WeakMap<Request, ApiContext>();

/** Returns the context of a request that passed `withContext`. */
function contextOf(req: Request): ApiContext {
  const context = contexts.get(req);
  if (!context) throw new Error('The request has no context');
  return context;
}

const bearerToken = (header: string | undefined): string | null =>
  /^Bearer\s+(\S+)\s*$/i.exec(header ?? '')?.[1] ?? null;

/** Returns a signal that is aborted when a client closes the connection before the answer. */
function goneSignal(res: Response): AbortSignal {
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  return gone.signal;
}

/** Returns the actor of a request's token. An invalid token counts as none. */
async function readActor(services: Services, req: Request, client: Client): Promise<Actor | null> {
  const token = bearerToken(req.get('authorization'));
  return token ? services.auth.actorOf(token, client) : null;
}

/** Identifies the actor once per request, after `requestLog`. */
const withContext =
  (services: Services, trust: TrustedProxies, publicUrl: string): RequestHandler =>
  async (req, res, next) => {
    const requestId = String(req.id);
    res.set('X-Request-Id', requestId);
    const languages = req.get('accept-language');
    const locale = preferredLocale(languages, 'en');
    const base: ApiContext = {
      actor: null,
      // Set only if the header asks for one of our languages, so the fallback doesn't matter.
      client: {
        ip: clientIp(req, trust),
        ua: req.get('user-agent') ?? null,
        locale: locale === preferredLocale(languages, 'ja') ? locale : null,
        idempotencyKey: req.get('idempotency-key') ?? null,
      },
      cookies: browserCookies(req, res, publicUrl),
      locale,
      requestId,
      gone: goneSignal(res),
      services,
      loaders: null,
    };
    contexts.set(req, base);
    const actor = await readActor(services, req, base.client);
    if (actor) contexts.set(req, { ...base, actor, loaders: new Loaders(services, actor) });
    next();
  };

/** Builds the body of an error response. */
type Answer = (failure: Failure, req: Request) => object;

/**
 * Converts errors of the router, the body parser and the static file handler into failures; passes on other
 * errors.
 */
function toRequestFailure(error: unknown): unknown {
  // The body parser sets `type` and decompression sets `code`; other middleware sets neither.
  const { type, status, code } = isRecord(error) ? error : {};
  if (type === 'entity.too.large') return new Failure('CONTENT_TOO_LARGE', 'bodyTooLarge');
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

const graphqlFailures = (log: Logger): ErrorRequestHandler =>
  failureHandler(log, (failure, req) => {
    const { message, extensions } = graphqlError(failure, contextOf(req));
    return { errors: [{ message, extensions }] };
  });

const restFailures = (log: Logger): ErrorRequestHandler =>
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

interface ApiDeps {
  readonly config: Pick<
    Config,
    | 'trackerUrl'
    | 'publicUrl'
    | 'smtpUrl'
    | 'mailFrom'
    | 'trustProxy'
    | 'webhookAllow'
    | 'undoSeconds'
    | 'jwtSecretPrevious'
    | 'chromiumPath'
    | 'searchPath'
  >;
  readonly db: Database;
  readonly log: Logger;
  /** Signs tokens; identical in all processes. */
  readonly secret: string;
  readonly now?: () => number;
  /** Aborted when the process stops: ends the open streams. */
  readonly ending?: AbortSignal | undefined;
  /** Time between two checks of a live stream's session. */
  readonly liveRecheckMs?: number | undefined;
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
 * Creates the API as an Express application: `/graphql`, `/api/v1/...`, `/api/docs`, `/share`, `/scim/v2`. Further handlers can be
 * mounted behind it. The database can be unreachable; requests that need it then answer 503.
 */
export async function createApi({
  config,
  db,
  log,
  secret,
  now = Date.now,
  ending = new AbortController().signal,
  liveRecheckMs,
}: ApiDeps): Promise<Express> {
  const app = express();
  app.disable('x-powered-by');
  // Allows repeated and comma-joined parameters, but no nested objects.
  app.set('query parser', 'simple');
  // API responses are not cached (`noStore`), so an ETag would be useless. The console's files have their
  // own.
  app.set('etag', () => undefined);
  app.use(compression());
  app.use(strictTransport(config.publicUrl));
  const browser = findBrowser(config.chromiumPath, config.searchPath);
  const services = createServices({
    db,
    secret,
    previousSecret: config.jwtSecretPrevious,
    trackerUrl: config.trackerUrl,
    publicUrl: config.publicUrl,
    mailer: mailerOf(config, log),
    reach: reachOf(config.webhookAllow),
    undoSeconds: config.undoSeconds,
    hasPdf: browser !== null,
    now,
  });
  const schema = buildApiSchema(log);
  const logRequests = requestLog(log);
  const context = withContext(services, trustedProxies(config.trustProxy), config.publicUrl);
  const parsers = {
    standard: express.json({ limit: bodyLimits.standard, strict: false }),
    longOperation: express.json({ limit: bodyLimits.longOperation, strict: false }),
  };
  const json: RequestHandler = (req, res, next) => {
    const kind = acceptsLongBody(req) ? 'longOperation' : 'standard';
    // The parser leaves bodies of other types unread.
    if (Number(req.headers['content-length'] ?? 0) > bodyLimits[kind])
      throw new Failure('CONTENT_TOO_LARGE', 'bodyTooLarge');
    parsers[kind](req, res, next);
  };
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
    createRest({
      schema,
      contextOf,
      tickets,
      now,
      ending,
      readActor: (req) => readActor(services, req, contextOf(req).client),
      recheckMs: liveRecheckMs,
    }),
    restFailures(log),
  );
  app.use(
    CALLBACK_PATH,
    noStore,
    logRequests,
    context,
    oidcCallback({ oidc: services.oidc, log, contextOf }),
    pageFailures(log),
  );
  app.use(
    '/share',
    noStore,
    logRequests,
    context,
    shareEndpoint({
      db,
      services,
      exporter: reportExporter(schema, now),
      printer: browser === null ? null : new PdfPrinter(browser),
      secret,
      contextOf,
      now,
    }),
    pageFailures(log),
  );
  app.use(
    '/scim/v2',
    noStore,
    logRequests,
    context,
    createScim({
      db,
      users: services.writes.users,
      publicUrl: config.publicUrl,
      clientOf: (req) => contextOf(req).client,
      now,
    }),
    failureHandler(log, failureBody),
  );
  return app;
}
