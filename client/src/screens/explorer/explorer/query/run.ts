import type { Fetcher } from '@graphiql/toolkit';
import { Kind } from 'graphql';
import type { QueryOutcome } from '../../../../../../shared/settings';
import { isRecord, type UnknownRecord } from '../../../../../../shared/records';
import { refreshTokens } from '../../../../session/refresh';
import { tokenStore } from '../../../../session/token-store';
import { parseQuery } from './cost';

/** A response text with its HTTP status. */
interface Reply {
  readonly text: string;
  readonly status: number;
}

/** Sends a request with the console's access token. Renews a rejected token once and repeats the request. */
async function post(body: unknown, signal: AbortSignal | null = null): Promise<Reply> {
  const send = async (access: string | undefined): Promise<Reply> => {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(access && { Authorization: `Bearer ${access}` }),
      },
      body: JSON.stringify(body),
      signal,
    });
    return { text: await response.text(), status: response.status };
  };
  const used = tokenStore.read()?.access;
  const reply = await send(used);
  if (reply.status !== 401 && !reply.text.includes('"UNAUTHENTICATED"')) return reply;
  const renewed = await refreshTokens(used);
  return renewed ? send(renewed.access) : reply;
}

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

/** Parses a response. Anything but JSON becomes an error response. */
function read({ text, status }: Reply): UnknownRecord {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch {
    // A proxy may respond with an HTML page, which becomes an error below.
  }
  return { errors: [{ message: `HTTP ${status}` }] };
}

/**
 * Returns the operation name if the query contains it. The editors learn the names of a changed text with a
 * delay. A query pasted and run at once would otherwise request an operation of the previous text.
 */
export const operationOf = (query: string, name: string | null | undefined): string | undefined =>
  name &&
  parseQuery(query)?.definitions.some(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION && definition.name?.value === name,
  )
    ? name
    : undefined;

/**
 * Sends a query and measures its duration.
 * @throws if the server doesn't respond or the request is cancelled
 */
async function send(
  params: { query: string; variables?: unknown; operationName?: string | null },
  signal: AbortSignal,
): Promise<Run> {
  const { query, variables, operationName } = params;
  const startedAt = performance.now();
  const reply = await post({ ...params, operationName: operationOf(query, operationName) }, signal);
  const durationMs = Math.round(performance.now() - startedAt);
  const answer = read(reply);
  const bytes = new TextEncoder().encode(reply.text).length;
  return { query, variables, answer, durationMs, bytes, outcome: outcomeOf(answer) };
}

/** State of the result pane for a tab. */
export type RunState =
  | { readonly kind: 'waiting'; readonly since: number }
  | { readonly kind: 'left' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'answered'; readonly run: Run };

/** Begins a run of the active tab. Returns a function that receives its states. */
export type BeginRun = () => (state: RunState) => void;

interface Observer {
  readonly next: (value: UnknownRecord) => void;
  readonly error: (error: unknown) => void;
  readonly complete: () => void;
}

/**
 * Creates the fetcher of the editors. It reports runs and aborts a run that the user leaves. The editors leave
 * a run when another tab opens, so a response never appears under a different query.
 * `translate` localises the schema.
 */
export const runFetcher =
  (begin: BeginRun, translate: (schema: Promise<UnknownRecord>) => Promise<UnknownRecord>): Fetcher =>
  (params) => {
    if (params.operationName === INTROSPECTION) return translate(post(params).then(read));
    return {
      subscribe: (observer?: unknown) => {
        // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the toolkit's type allows three result types, the editors support one
        const { next, error: fail, complete } = observer as Observer;
        const abort = new AbortController();
        const report = begin();
        report({ kind: 'waiting', since: Date.now() });
        void send(params, abort.signal).then(
          (run) => {
            report({ kind: 'answered', run });
            next(run.answer);
            complete();
          },
          (error: unknown) => {
            if (abort.signal.aborted) return;
            report({ kind: 'failed', error });
            fail(error);
          },
        );
        return {
          unsubscribe: () => {
            abort.abort();
            report({ kind: 'left' });
          },
        };
      },
    };
  };
