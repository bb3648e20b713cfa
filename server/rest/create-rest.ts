import { type Request, type RequestHandler, Router } from 'express';
import type { GraphQLSchema } from 'graphql';
import { isRecord, type UnknownRecord } from '../../shared/records';
import type { DownloadTickets } from '../auth/download-tickets';
import { Failure, notFound } from '../auth/failure';
import { type ApiContext, signedIn } from '../services/context';
import { conversionFileEndpoint } from './conversion-file';
import { downloads } from './downloads';
import { routerOf, type Endpoint } from './endpoints';
import { apiDocsPage } from './docs-page';
import { causeOf, setErrorNames } from './errors';
import type { OpenApiDocument } from './openapi/description';
import { liveEndpoint, type LiveDeps } from './live';
import { openApiDocument } from './openapi/document';
import {
  bodyOf,
  entityOf,
  type Operation,
  operationOf,
  rejectForeignProducts,
  rejectUnfilterable,
} from './operation';
import { type Route, routes } from './routes';
import { type Answer, snake, tokyoTime } from './mapper';
import { labelledEnumerations } from '../settings/me/labelled-enumerations';
import type { Selection } from '../settings/me/me.service';

/** Returns the REST fields of a selection, without those for the console only. */
const published = ({ weekStart: _week, firstDay: _first, ...selection }: Selection): object => selection;

/** Builds the body of `GET users/me`: profile, enumerations and selections. */
async function meBody(context: ApiContext): Promise<object> {
  const actor = signedIn(context);
  const { me } = context.services;
  const lists = Object.entries(me.selections(actor, null));
  const [profile, ...selections] = await Promise.all([me.profile(actor), ...lists.map(([, read]) => read())]);
  const { lastLogin, rights, secondFactorDue: _forConsole, ...plain } = profile;
  return {
    profile: {
      ...Object.fromEntries(Object.entries(plain).map(([name, value]) => [snake(name), value])),
      last_login: lastLogin && tokyoTime(lastLogin),
      rights: Object.fromEntries(rights.map(({ menu, level }) => [menu, level])),
    },
    enums: Object.fromEntries(labelledEnumerations(context.locale).map(({ name, items }) => [name, items])),
    selections: Object.fromEntries(
      lists.map(([name], index) => [snake(name), selections[index]?.map(published)]),
    ),
  };
}

const meHandler =
  (contextOf: (req: Parameters<RequestHandler>[0]) => ApiContext): RequestHandler =>
  async (req, res) => {
    res.json(await meBody(contextOf(req)));
  };

/** Serializes a value for comparison; objects as JSON, because they can have their own `toString`. */
const serialize = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

const differ = (one: unknown, other: unknown): boolean =>
  one !== undefined && other !== undefined && serialize(one) !== serialize(other);

/**
 * Resolves fields with two names, such as `status` and `ad_status`: if a client sends a response back with
 * one of them changed, the changed one counts.
 * @param read returns the current entity; called only if the two values differ
 */
async function resolveFieldNames(
  { method, naming }: Route,
  given: UnknownRecord,
  read: () => Promise<UnknownRecord>,
): Promise<UnknownRecord> {
  if (method !== 'put' && method !== 'patch') return given;
  const conflicting = Object.entries(naming?.also ?? {}).filter(([field, name]) =>
    differ(given[name], given[snake(field)]),
  );
  if (conflicting.length === 0) return given;
  const current = await read();
  const unchanged = conflicting.map(([field, name]) =>
    differ(given[name], current[name]) ? snake(field) : name,
  );
  return Object.fromEntries(Object.entries(given).filter(([name]) => !unchanged.includes(name)));
}

/** Methods that a read token can use. */
const READ_ONLY_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

interface RestDeps extends Omit<LiveDeps, 'operations'> {
  readonly schema: GraphQLSchema;
  readonly tickets: DownloadTickets;
}

/** Matches ids that JSON numbers hold exactly. */
const isId = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text);

/** Reads arguments from the path. An impossible id is not found, like an unknown one. */
function readPath(route: Route, operation: Operation, req: Request): UnknownRecord {
  const named = Object.entries(req.params).map(([pathName, text]) => {
    const name = route.pathNames?.[pathName] ?? pathName;
    const argument = operation.field.args.find((candidate) => candidate.name === name);
    if (!/^Int!?$/.test(String(argument?.type))) return [name, text];
    if (!isId(String(text))) throw notFound();
    return [name, Number(text)];
  });
  return { ...route.fixed, ...Object.fromEntries(named) };
}

/** Returns 404 for an inaccessible product in the path; as a parameter it is 403. */
const asPathFailure = (error: unknown, route: Route): unknown => {
  const cause = causeOf(error);
  const ofProduct = Object.values(route.pathNames ?? {}).includes('productId');
  return ofProduct && cause instanceof Failure && cause.text === 'noPermission' ? notFound() : error;
};

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Returns the parameters of a read or the body of a write. Product and version of a write can be query
 * parameters too.
 * @throws BAD_USER_INPUT if the body is not a JSON object: treated as empty, it would clear fields
 */
function readParameters(route: Route, req: Request): UnknownRecord {
  if (route.method === 'get') return req.query;
  const body: unknown = hasBody(req) ? (route.body?.(req.body) ?? req.body) : {};
  if (!isRecord(body)) throw new Failure('BAD_USER_INPUT', 'mustBeObject');
  return { ...req.query, ...body };
}

/** Returns whether an answer has no value. */
const isEmpty = (body: Answer | undefined): boolean =>
  Object.values(body ?? {}).every((value) => value === undefined || value === null);

/** @param reading the operation that reads the object of this change */
const handler =
  (
    route: Route,
    operation: Operation,
    contextOf: RestDeps['contextOf'],
    reading?: Operation,
  ): RequestHandler =>
  async (req, res) => {
    const context = contextOf(req);
    if (!route.public) signedIn(context);
    const fixed = readPath(route, operation, req);
    const sent = readParameters(route, req);
    setErrorNames(res, operation.field.args, route.naming, sent);
    rejectForeignProducts(route, operation, sent, context);
    rejectUnfilterable(operation.unfilterable, sent);
    const given = await resolveFieldNames(route, sent, async () =>
      reading ? reading.toRow(await reading.run(fixed, context)) : {},
    );
    // If a field was sent under two names, its errors use the one that counts.
    setErrorNames(res, operation.field.args, route.naming, given);
    const result = await operation
      .run(operation.args(given, fixed), { ...context, replaces: route.method === 'put' })
      .catch((error: unknown) => {
        throw asPathFailure(error, route);
      });
    res.status(route.status ?? 200);
    if (route.answer === 'nothing') res.statusCode === 204 ? res.end() : res.json({});
    else if (operation.relations.length === 0) {
      const body = bodyOf(route, operation, result, given);
      if (route.optional && isEmpty(body)) res.status(204).end();
      else res.json(body);
    } else
      res.json({
        ...entityOf(route, operation, result),
        ...(await operation.related(result, given, context)),
      });
  };

/**
 * Creates the router of `/api`: the REST API, its OpenAPI document and a page that shows it. Errors go to the
 * error handler behind it.
 */
export function createRest({ schema, tickets, ...deps }: RestDeps): Router {
  const { contextOf, now } = deps;
  const api = Router();
  const v1 = Router();
  const operations = routes.map((route) => [route, operationOf(schema, route)] as const);
  const readings = new Map(
    operations
      .filter(([{ method, answer }]) => method === 'get' && answer === 'entity')
      .map(([{ path }, operation]) => [path, operation] as const),
  );
  v1.use((req, _res, next) => {
    if (contextOf(req).actor?.reading && !READ_ONLY_METHODS.has(req.method))
      throw new Failure('FORBIDDEN', 'readingOnly');
    next();
  });
  let document: OpenApiDocument | undefined;
  const openApi = (): OpenApiDocument => (document ??= openApiDocument(operations));
  const endpoints: Endpoint[] = [
    { method: 'get', path: '/users/me', handler: meHandler(contextOf) },
    ...downloads({ operations, tickets, contextOf, now }),
    liveEndpoint({ operations, ...deps }),
    conversionFileEndpoint(contextOf),
    ...operations.map(([route, operation]) => ({
      method: route.method,
      path: route.path,
      handler: handler(route, operation, contextOf, readings.get(route.path)),
    })),
    { method: 'get', path: '/openapi.json', handler: (_req, res) => void res.json(openApi()) },
  ];
  v1.use(routerOf(endpoints));
  api.use('/v1', v1);
  const docs: RequestHandler = (_req, res) => {
    res.set(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    );
    res.type('html').send(apiDocsPage(openApi()));
  };
  api.use(routerOf([{ method: 'get', path: '/docs', handler: docs }]));
  api.use(() => {
    throw notFound();
  });
  return api;
}
