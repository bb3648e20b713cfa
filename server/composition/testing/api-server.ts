import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import type { Mail } from '../../mail';
import type { Dialect } from '../../db/database';
import { openTestDatabase, type TestDatabase } from '../../db/testing/databases';
import { queueTurn } from '../../jobs';
import { resetMailQueue } from '../../settings/user/reset-mail-queue';
import { createApi } from '../api';
import { makeApiWorld, PASSWORD, type ApiWorld } from './api-world';

/** What tokens are signed with. */
export const SECRET = 'a secret for tests only, long enough';

/** Whatever JSON holds: tests say what they expect of it. */
export type Json = ReturnType<typeof JSON.parse>;

/** What a request came back with. */
export interface Answer {
  readonly status: number;
  readonly body: Json;
  readonly headers: Headers;
}

interface Options {
  readonly method?: string | undefined;
  readonly body?: unknown;
  /** Sent as it is, instead of `body`. */
  readonly raw?: string | undefined;
  readonly token?: string | null;
  readonly headers?: Record<string, string>;
}

/** A clock that tests move. */
export interface Clock {
  now: number;
}

/** The API over real HTTP on a fresh database, with the world in it. */
export interface ApiServer {
  readonly url: string;
  readonly database: TestDatabase;
  readonly world: ApiWorld;
  readonly clock: Clock;
  /** Mails that went out. */
  readonly mails: Mail[];
  /** A request below the server's address. */
  fetch(path: string, options?: Options): Promise<Answer>;
  /** A request below /api/v1. */
  rest(path: string, options?: Options): Promise<Answer>;
  graphql(query: string, options?: Options & { variables?: object }): Promise<Answer>;
  /** Does what a worker does: sends the mails that wait. */
  deliver(): Promise<void>;
  /** Access token of one of the world's users. */
  tokenOf(email: string): Promise<string>;
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
  /** Epoch milliseconds at which the clock stands. */
  readonly now?: number;
  /** Of all users. */
  readonly password?: string;
  readonly smtpUrl?: string;
  readonly webhookAllow?: string[];
}

/** Starts it; `now` stands still at the present until a test moves the clock. */
export async function startApi(dialect: Dialect, options: ServeOptions = {}): Promise<ApiServer> {
  const database = await openTestDatabase(dialect);
  const world = await makeApiWorld(database.db);
  return { ...(await serveApi(database, options)), world };
}

/** The API on a database that the test has filled itself. */
export async function serveApi(
  database: TestDatabase,
  options: ServeOptions = {},
): Promise<Omit<ApiServer, 'world'>> {
  const clock = { now: options.now ?? Date.now() };
  const mails: Mail[] = [];
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
    log: SILENT,
    secret: SECRET,
    now: () => clock.now,
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
      return queueTurn(
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
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await database.drop();
    },
  };
  return api;
}
