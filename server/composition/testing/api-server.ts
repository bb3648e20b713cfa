import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino, { type Logger } from 'pino';
import type { Mail } from '../../mail/mailer';
import type { Dialect } from '../../db/database';
import { openTestDatabase, type TestDatabase } from '../../db/testing/databases';
import { runQueue } from '../../jobs/queue-loop';
import { resetMailQueue } from '../../settings/user/reset-mail-queue';
import { createApi } from '../api';
import { makeApiWorld, PASSWORD, type ApiWorld } from './api-world';

/** Signing secret of the tokens. */
export const SECRET = 'a secret for tests only, long enough';

/** Any JSON value; tests state what they expect. */
export type Json = ReturnType<typeof JSON.parse>;

/** Response to a test request. */
export interface Answer {
  readonly status: number;
  readonly body: Json;
  readonly headers: Headers;
}

interface Options {
  readonly method?: string | undefined;
  readonly body?: unknown;
  /** Raw body, sent instead of `body`. */
  readonly raw?: string | undefined;
  readonly token?: string | null;
  readonly headers?: Record<string, string>;
}

/** Clock that tests can move. */
export interface Clock {
  now: number;
}

/** API over real HTTP on a fresh database with the test world. */
export interface ApiServer {
  readonly url: string;
  readonly database: TestDatabase;
  readonly world: ApiWorld;
  readonly clock: Clock;
  /** Mails that were sent. */
  readonly mails: Mail[];
  /** Sends a request relative to the server's address. */
  fetch(path: string, options?: Options): Promise<Answer>;
  /** Sends a request relative to /api/v1. */
  rest(path: string, options?: Options): Promise<Answer>;
  graphql(query: string, options?: Options & { variables?: object }): Promise<Answer>;
  /** Sends pending mails, like a worker. */
  deliver(): Promise<void>;
  /** Returns an access token of one of the world's users. */
  tokenOf(email: string): Promise<string>;
  /** Ends open streams, as a stopping process does. */
  end(): void;
  /** Closes the server and keeps the database. */
  close(): Promise<void>;
  stop(): Promise<void>;
}

const SILENT = pino({ level: 'silent' });

const listen = (server: Server): Promise<string> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });

interface ServeOptions {
  readonly trustProxy?: number | string[];
  /** Initial time of the clock in epoch milliseconds. */
  readonly now?: number;
  /** Password of all users. */
  readonly password?: string;
  readonly smtpUrl?: string;
  readonly webhookAllow?: string[];
  readonly log?: Logger;
  readonly liveRecheckMs?: number;
}

/** Starts the API with the test world. The clock stays at `now` until a test moves it. */
export async function startApi(dialect: Dialect, options: ServeOptions = {}): Promise<ApiServer> {
  const database = await openTestDatabase(dialect);
  const world = await makeApiWorld(database.db);
  return { ...(await serveApi(database, options)), world };
}

/** Starts the API on a database that the test filled. */
export async function serveApi(
  database: TestDatabase,
  options: ServeOptions = {},
): Promise<Omit<ApiServer, 'world'>> {
  const clock = { now: options.now ?? Date.now() };
  const mails: Mail[] = [];
  const ending = new AbortController();
  const app = await createApi({
    config: {
      trackerUrl: 'https://t.example',
      publicUrl: 'https://t.example',
      smtpUrl: options.smtpUrl,
      mailFrom: 'Console <c@console.example>',
      trustProxy: options.trustProxy ?? 0,
      webhookAllow: options.webhookAllow ?? [],
      undoSeconds: 60,
    },
    db: database.db,
    log: options.log ?? SILENT,
    secret: SECRET,
    now: () => clock.now,
    ending: ending.signal,
    liveRecheckMs: options.liveRecheckMs,
  });
  const queue = resetMailQueue({
    mailer: async (mail) => void mails.push(mail),
    publicUrl: 'https://t.example',
    now: () => clock.now,
  });
  const server = createServer(app);
  const url = await listen(server);
  const tokens = new Map<string, string>();

  const request = async (
    path: string,
    { method, body, raw, token, headers }: Options = {},
  ): Promise<Answer> => {
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(url + path, {
      method: method ?? (payload === undefined ? 'GET' : 'POST'),
      headers: {
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(payload !== undefined && { body: payload }),
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      body: isJson && text !== '' ? JSON.parse(text) : text,
      headers: response.headers,
    };
  };

  const api: Omit<ApiServer, 'world'> = {
    url,
    database,
    clock,
    mails,
    fetch: request,
    rest: (path, given) => request(`/api/v1${path}`, given),
    graphql: (query, { variables, ...given } = {}) =>
      request('/graphql', { ...given, body: { query, variables } }),
    deliver() {
      const fail = (error: unknown) => {
        throw error;
      };
      return runQueue(
        database.db,
        queue,
        { stopping: () => false, onError: fail },
        { now: () => clock.now, random: () => 0 },
      );
    },
    async tokenOf(email) {
      const known = tokens.get(email);
      if (known) return known;
      const { body } = await api.rest('/auth/signin/', {
        body: { email, password: options.password ?? PASSWORD },
      });
      tokens.set(email, body.access);
      return body.access;
    },
    end: () => ending.abort(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    async stop() {
      await api.close();
      await database.drop();
    },
  };
  return api;
}
