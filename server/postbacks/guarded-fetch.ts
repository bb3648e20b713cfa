import type { IncomingMessage } from 'node:http';
import { sendGuarded, type Reach } from './request';

/** Maximum bytes of an answer. */
const MAX_BYTES = 512 * 1024;
const TIMEOUT_MS = 5000;

/** Statuses whose response has no body. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** The parts of a `fetch` call that are supported. */
interface FetchOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

async function readBody(answer: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const given of answer) {
    const piece = Buffer.from(given);
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > MAX_BYTES) throw new Error('the answer is too long');
  }
  return Buffer.concat(pieces);
}

/**
 * Creates a `fetch` for addresses that users enter: it follows the address rules of postbacks and no redirects,
 * and limits the time and size of an answer.
 */
export const guardedFetch =
  (reach: Reach) =>
  async (url: string, { method, headers = {}, body }: FetchOptions = {}): Promise<Response> => {
    const answer = await sendGuarded(new URL(url), {
      reach,
      headers,
      method,
      // Forms are the only bodies that the OpenID Connect client sends.
      body: body === undefined || body === null ? undefined : String(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const status = answer.statusCode ?? 500;
    const content = await readBody(answer);
    const given = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    );
    return new Response(WITHOUT_BODY.has(status) ? null : new Uint8Array(content), {
      status,
      headers: given,
    });
  };
