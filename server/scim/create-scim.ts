import express, { Router, type ErrorRequestHandler, type Request, type RequestHandler } from 'express';
import { isRecord } from '../../shared/records';
import type { Actor } from '../auth/actor';
import { AttemptLimit, networkKey } from '../auth/attempt-limit';
import { Failure, notFound } from '../auth/failure';
import type { Client } from '../auth/sessions';
import type { Database } from '../db/database';
import { listResponse, serviceProviderConfig, userResourceType, userSchema } from './discovery';
import { loadScimActor } from './scim-actor';
import { errorBody, ScimError } from './scim-error';
import { ScimUsers } from './scim-users';
import { USER_SCHEMA, userLocation, userResource } from './user-attributes';

const MAX_BYTES = 64 * 1024;
/** Wrong tokens of a network in a quarter of an hour. */
const WRONG_TOKENS = 30;
const MEDIA_TYPE = 'application/scim+json';
/** Largest id of a user. */
const MAX_ID = 2 ** 31 - 1;

interface ScimDeps {
  readonly db: Database;
  /** Writes users. */
  readonly users: ConstructorParameters<typeof ScimUsers>[1];
  /** Address of the console, without a trailing slash. */
  readonly publicUrl: string;
  /** Returns the client of a request. */
  readonly clientOf: (req: Request) => Client;
  readonly now: () => number;
}

/** Returns the resource or the operations of a request. @throws ScimError */
function bodyOf(req: Request): object {
  const body: unknown = req.body;
  if (isRecord(body)) return body;
  throw new ScimError(400, 'invalidSyntax', `The body must be a JSON object, sent as ${MEDIA_TYPE}`);
}

/** @throws NOT_FOUND for an id that no user can have */
function idOf(req: Request): number {
  const text = String(req.params.id);
  if (!/^[1-9]\d{0,9}$/.test(text) || Number(text) > MAX_ID) throw notFound();
  return Number(text);
}

/** Answers refusals of SCIM's own; others are answered like those of the other APIs. */
const scimErrors: ErrorRequestHandler = (error: unknown, _req, res, next) => {
  if (!(error instanceof ScimError)) return next(error);
  res.status(error.status).json(errorBody(error.status, error.message, error.scimType));
};

/** Creates the router of SCIM 2.0 (RFC 7644): identity providers create, change and deactivate users. */
export function createScim({ db, users: writer, publicUrl, clientOf, now }: ScimDeps): Router {
  const base = `${publicUrl}/scim/v2`;
  const users = new ScimUsers(db, writer, base);
  const limit = new AttemptLimit(db, now);
  const actors = new WeakMap<Request, Actor>();
  const actorOf = (req: Request): Actor => {
    const actor = actors.get(req);
    if (!actor) throw new Failure('UNAUTHENTICATED', 'unauthenticated');
    return actor;
  };

  /** Identifies the token. A right one is never limited, so a stranger behind the same address blocks nobody. */
  const authenticate: RequestHandler = async (req, res, next) => {
    res.type(MEDIA_TYPE);
    const token = /^Bearer +(\S+)\s*$/i.exec(req.get('authorization') ?? '')?.[1];
    const actor = token ? await loadScimActor(db, token, now()) : null;
    if (actor) actors.set(req, actor);
    else if (token) {
      const key = { limit: 'scim from', key: networkKey(clientOf(req).ip), maxFailures: WRONG_TOKENS };
      await limit.run([key], async () => ({ failed: true, result: null }));
    }
    actorOf(req);
    next();
  };

  const router = Router();
  router.use(authenticate, express.json({ limit: MAX_BYTES, type: [MEDIA_TYPE, 'application/json'] }));
  const discovery = (path: string, answer: object) => router.get(path, (_req, res) => void res.json(answer));
  discovery('/ServiceProviderConfig', serviceProviderConfig(base));
  discovery('/ResourceTypes', listResponse([userResourceType(base)]));
  discovery('/ResourceTypes/User', userResourceType(base));
  discovery('/Schemas', listResponse([userSchema(base)]));
  discovery(`/Schemas/${USER_SCHEMA.replaceAll(':', '\\:')}`, userSchema(base));
  router
    .route('/Users')
    .get(async (req, res) => void res.json(await users.list(actorOf(req), req.query)))
    .post(async (req, res) => {
      const user = await users.create(actorOf(req), bodyOf(req), clientOf(req));
      res.status(201).location(userLocation(user.id, base)).json(userResource(user, base));
    });
  router
    .route('/Users/:id')
    .get(async (req, res) => void res.json(await users.get(actorOf(req), idOf(req))))
    .put(
      async (req, res) =>
        void res.json(await users.replace(actorOf(req), idOf(req), bodyOf(req), clientOf(req))),
    )
    .patch(
      async (req, res) =>
        void res.json(await users.patch(actorOf(req), idOf(req), bodyOf(req), clientOf(req))),
    )
    .delete(async (req, res) => {
      await users.deactivate(actorOf(req), idOf(req), clientOf(req));
      res.status(204).end();
    });
  router.use(() => {
    throw notFound();
  });
  router.use(scimErrors);
  return router;
}
