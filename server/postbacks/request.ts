import { request as plainRequest, type IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';
import { INVALID_URL, TIMED_OUT, type PostbackAnswer } from '../../shared/domain/postback';
import { assertReachable, lookupWithin, type Reach } from './reach';

/** How long a network's server may take for its whole answer. */
export const PATIENCE_MS = 15_000;
/** How much of an answer is kept. */
const KEPT_BYTES = 1024;

/** One request and what came of it. */
export interface Attempt extends PostbackAnswer {
  readonly url: string;
  /** When it began, in milliseconds since 1970. */
  readonly at: number;
  readonly durationMs: number;
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** The first KiB of the answer's body. */
  readonly body: string | null;
  /** Where a redirect points: it is shown, never followed. */
  readonly location: string | null;
}

interface Options {
  readonly reach: Reach;
  /** The item's id, the same in every attempt and resend. */
  readonly idempotencyKey: string;
  readonly patienceMs?: number;
  readonly method?: 'GET' | 'HEAD' | 'POST';
  /** The body of a POST. */
  readonly json?: string;
  /** How much of the answer's body is kept, in bytes; the first KiB unless said. */
  readonly kept?: number;
}

const codeOf = (error: unknown): string => {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && code !== '' ? code : 'ERROR';
};

/** The first KiB of a body, or what came of it: the answer is there with its status, and the rest is not waited for. */
function beginningOf(answer: IncomingMessage, kept: number): Promise<string> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    const end = (): void => {
      answer.destroy();
      resolve(Buffer.concat(pieces).subarray(0, kept).toString('utf8'));
    };
    answer.on('data', (piece: Buffer) => {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes >= kept) end();
    });
    answer.on('end', end);
    answer.on('error', end);
    answer.on('close', end);
  });
}

function ask(
  url: URL,
  headers: Attempt['requestHeaders'],
  { reach, method = 'GET', json }: Options,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    assertReachable(reach, url.hostname);
    const request = url.protocol === 'https:' ? secureRequest : plainRequest;
    // No agent: a connection that was opened to a judged address serves this one request.
    const sent = request(
      url,
      { method, headers, agent: false, lookup: lookupWithin(reach), signal },
      resolve,
    );
    sent.on('error', reject);
    sent.end(json);
  });
}

/** What a notification says beside its address. */
export const headersFor = (idempotencyKey: string): Attempt['requestHeaders'] => ({
  accept: '*/*',
  'user-agent': 'InflowConsole-Postback/1.0',
  'idempotency-key': idempotencyKey,
});

/** Headers as they are kept, one a line. */
export const headersText = (headers: Attempt['requestHeaders']): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

function parse(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw Object.assign(new Error('no http or https address'), { code: INVALID_URL });
}

/**
 * Sends a GET (or a HEAD, or a POST of JSON) and tells what came of it; it never throws. Redirects are not followed, private addresses not reached
 * (`reach`), and no answer is waited for longer than 15 s.
 */
export async function attempt(url: string, options: Options): Promise<Attempt> {
  const { idempotencyKey, patienceMs = PATIENCE_MS, kept = KEPT_BYTES } = options;
  const requestHeaders = {
    ...headersFor(idempotencyKey),
    ...(options.json !== undefined && { 'content-type': 'application/json; charset=utf-8' }),
  };
  const at = Date.now();
  const began = performance.now();
  const signal = AbortSignal.timeout(patienceMs);
  const made = (rest: Pick<Attempt, 'status' | 'error' | 'body' | 'location'>): Attempt => ({
    url,
    at,
    durationMs: Math.round(performance.now() - began),
    requestHeaders,
    ...rest,
  });
  try {
    const answer = await ask(parse(url), requestHeaders, options, signal);
    const body = await beginningOf(answer, kept);
    return made({
      status: answer.statusCode ?? null,
      error: null,
      body,
      location: answer.headers.location ?? null,
    });
  } catch (error) {
    return made({
      status: null,
      error: signal.aborted ? TIMED_OUT : codeOf(error),
      body: null,
      location: null,
    });
  }
}
