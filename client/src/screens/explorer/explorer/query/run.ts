import type { Fetcher } from '@graphiql/toolkit';
import { Kind, parse } from 'graphql';
import type { QueryOutcome } from '../../../../../../shared/settings';
import { isRecord, type UnknownRecord } from '../../../../../../shared/records';
import { sessionFetch } from '../session-fetch';

/** What the schema is asked with; no run of the user's. */
const INTROSPECTION = 'IntrospectionQuery';

/** A query that was run, and what came of it. */
export interface Run {
  readonly query: string;
  readonly variables: unknown;
  readonly answer: UnknownRecord;
  readonly durationMs: number;
  /** Bytes of the answer. */
  readonly bytes: number;
  readonly outcome: QueryOutcome;
}

/** The messages of the errors of an answer. */
export const errorsIn = (answer: UnknownRecord): string[] =>
  Array.isArray(answer.errors)
    ? answer.errors.map((error: unknown) =>
        isRecord(error) && typeof error.message === 'string' ? error.message : String(error),
      )
    : [];

const outcomeOf = (answer: UnknownRecord): QueryOutcome =>
  errorsIn(answer).length === 0 ? 'answered' : isRecord(answer.data) ? 'partly' : 'refused';

/** A text as an answer; what is none is an answer that says so. */
function read(text: string, status: number): UnknownRecord {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch {
    // Said below: a proxy in between answers with a page of its own.
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
 * The operation to run, where the query has one of that name. The editors learn the names of a changed text a moment after
 * its letters: a query that is pasted and run at once would still be asked for an operation of the one before.
 */
export function operationOf(query: string, name: string | null | undefined): string | undefined {
  if (!name) return undefined;
  try {
    const named = parse(query, { noLocation: true }).definitions.some(
      (definition) => definition.kind === Kind.OPERATION_DEFINITION && definition.name?.value === name,
    );
    return named ? name : undefined;
  } catch {
    // What can't be read is refused by the server, which says where.
    return undefined;
  }
}

/** Sends a query and measures it. @throws when nothing answers, or when it was cancelled */
async function send(
  params: { query: string; variables?: unknown; operationName?: string | null },
  signal: AbortSignal,
): Promise<Run> {
  const begun = performance.now();
  const response = await post(
    { ...params, operationName: operationOf(params.query, params.operationName) },
    signal,
  );
  const text = await response.text();
  const durationMs = Math.round(performance.now() - begun);
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

/** What is told of a run: that it began, what came, or that it was left. */
export interface RunListener {
  /** @returns how what comes of it is told */
  begin: () => { done: (run: Run) => void; failed: (error: unknown) => void; left: () => void };
}

interface Observer {
  readonly next: (value: UnknownRecord) => void;
  readonly error: (error: unknown) => void;
  readonly complete: () => void;
}

/**
 * How the editors ask: a run can be left, which ends its request, and is told to a listener. The editors leave a run when
 * another tab is opened, so that an answer never stands under another query. The schema comes as `tell` puts it.
 */
export const runFetcher =
  (listener: RunListener, tell: (schema: Promise<UnknownRecord>) => Promise<UnknownRecord>): Fetcher =>
  (params) => {
    if (params.operationName === INTROSPECTION)
      return tell(post(params).then(async (response) => read(await response.text(), response.status)));
    return {
      subscribe: (observer?: unknown) => {
        // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the toolkit's type allows for three ways of which the editors know one
        const { next, error: fail, complete } = observer as Observer;
        const abort = new AbortController();
        const told = listener.begin();
        void send(params, abort.signal).then(
          (run) => {
            told.done(run);
            next(run.answer);
            complete();
          },
          (error: unknown) => {
            if (abort.signal.aborted) return;
            told.failed(error);
            fail(error);
          },
        );
        return {
          unsubscribe: () => {
            abort.abort();
            told.left();
          },
        };
      },
    };
  };
