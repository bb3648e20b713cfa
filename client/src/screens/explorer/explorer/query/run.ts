import type { Fetcher } from '@graphiql/toolkit';
import { Kind, parse } from 'graphql';
import type { QueryOutcome } from '../../../../../../shared/settings';
import { isRecord, type UnknownRecord } from '../../../../../../shared/records';
import { refreshTokens } from '../../../../session/refresh';
import { tokenStore } from '../../../../session/token-store';

const UNAUTHENTICATED = '"UNAUTHENTICATED"';

/** `fetch` with the console's access token. Renews a rejected token once and repeats the request. */
const sessionFetch: typeof fetch = async (input, init = {}) => {
  const send = (access: string | undefined): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (access) headers.set('Authorization', `Bearer ${access}`);
    return fetch(input, { ...init, headers });
  };
  const used = tokenStore.read()?.access;
  const response = await send(used);
  const refused = response.status === 401 || (await response.clone().text()).includes(UNAUTHENTICATED);
  if (!refused) return response;
  const renewed = await refreshTokens(used);
  return renewed ? send(renewed.access) : response;
};

/** Operation name of schema introspection, which isn't a run of the user. */
const INTROSPECTION = 'IntrospectionQuery';

/** A query run with its result. */
export interface Run {
  readonly query: string;
  readonly variables: unknown;
  readonly answer: UnknownRecord;
  readonly durationMs: number;
  /** Response size in bytes. */
  readonly bytes: number;
  readonly outcome: QueryOutcome;
}

/** Returns the error messages of a response. */
export const errorsIn = (answer: UnknownRecord): string[] =>
  Array.isArray(answer.errors)
    ? answer.errors.map((error: unknown) =>
        isRecord(error) && typeof error.message === 'string' ? error.message : String(error),
      )
    : [];

const outcomeOf = (answer: UnknownRecord): QueryOutcome =>
  errorsIn(answer).length === 0 ? 'answered' : isRecord(answer.data) ? 'partly' : 'refused';

/** Parses a response text. Anything but JSON becomes an error response. */
function read(text: string, status: number): UnknownRecord {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch {
    // A proxy may respond with an HTML page, which becomes an error below.
  }
  return { errors: [{ message: `HTTP ${status}` }] };
}

const post = (body: unknown, signal?: AbortSignal): Promise<Response> =>
  sessionFetch('/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });

/**
 * Returns the operation name if the query contains it. The editors learn the names of a changed text with a
 * delay. A query pasted and run at once would otherwise request an operation of the previous text.
 */
export function operationOf(query: string, name: string | null | undefined): string | undefined {
  if (!name) return undefined;
  try {
    const named = parse(query, { noLocation: true }).definitions.some(
      (definition) => definition.kind === Kind.OPERATION_DEFINITION && definition.name?.value === name,
    );
    return named ? name : undefined;
  } catch {
    // The server rejects invalid syntax and reports its location.
    return undefined;
  }
}

/**
 * Sends a query and measures its duration.
 * @throws if the server doesn't respond or the request is cancelled
 */
async function send(
  params: { query: string; variables?: unknown; operationName?: string | null },
  signal: AbortSignal,
): Promise<Run> {
  const startedAt = performance.now();
  const response = await post(
    { ...params, operationName: operationOf(params.query, params.operationName) },
    signal,
  );
  const text = await response.text();
  const durationMs = Math.round(performance.now() - startedAt);
  const answer = read(text, response.status);
  return {
    query: params.query,
    variables: params.variables,
    answer,
    durationMs,
    bytes: new TextEncoder().encode(text).length,
    outcome: outcomeOf(answer),
  };
}

/** Receives the events of query runs. */
export interface RunListener {
  /** @returns callbacks for the outcome of the run */
  begin: () => { done: (run: Run) => void; failed: (error: unknown) => void; left: () => void };
}

interface Observer {
  readonly next: (value: UnknownRecord) => void;
  readonly error: (error: unknown) => void;
  readonly complete: () => void;
}

/**
 * Creates the fetcher of the editors. It reports runs to the listener and aborts a run that the user leaves.
 * The editors leave a run when another tab opens, so a response never appears under a different query.
 * `translate` localises the schema.
 */
export const runFetcher =
  (listener: RunListener, translate: (schema: Promise<UnknownRecord>) => Promise<UnknownRecord>): Fetcher =>
  (params) => {
    if (params.operationName === INTROSPECTION)
      return translate(post(params).then(async (response) => read(await response.text(), response.status)));
    return {
      subscribe: (observer?: unknown) => {
        // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the toolkit's type allows three result types, the editors support one
        const { next, error: fail, complete } = observer as Observer;
        const abort = new AbortController();
        const callbacks = listener.begin();
        void send(params, abort.signal).then(
          (run) => {
            callbacks.done(run);
            next(run.answer);
            complete();
          },
          (error: unknown) => {
            if (abort.signal.aborted) return;
            callbacks.failed(error);
            fail(error);
          },
        );
        return {
          unsubscribe: () => {
            abort.abort();
            callbacks.left();
          },
        };
      },
    };
  };
