import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Outcome, ParsedLine } from '../../journeys';
import { BodyTooLarge, readBody } from '../http/respond';
import { clientIp, type TrustedProxies } from '../http/client-ip';
import { countEvents } from '../metrics';
import type { IngestQueue, Parcel } from '../ingest-queue';
import { appendAll, type LineLog } from '../spool/segment-log';
import type { PostbackSources } from './postback-sources';
import { postbackParameters, readPostback } from './read-postback';

interface PostbackDeps {
  sources: PostbackSources;
  queue: IngestQueue;
  log: LineLog;
  /** Moves recent clicks into the database, within a short time limit. */
  flushClicks: () => Promise<void>;
  trust: TrustedProxies;
  now: () => number;
}

const MAX_BYTES = 64 * 1024;
const AWAY = 'The postback can not be kept at the moment; send it again';
/** A transparent image of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** Returns the quality that an `Accept` header gives to the first of these types that it names. */
function quality(accept: string, types: readonly string[]): number {
  const ranges = accept.split(',').map((range) => range.trim().toLowerCase());
  for (const type of types) {
    const range = ranges.find((one) => one.split(';', 1)[0]?.trim() === type);
    if (range !== undefined) return Number(/;\s*q=([\d.]+)/.exec(range)?.[1] ?? 1);
  }
  return 0;
}

/** True for a request of an image, which a pixel makes. */
const prefersImage = (accept = ''): boolean =>
  quality(accept, ['image/gif', 'image/*', '*/*']) > quality(accept, ['text/plain', 'text/*', '*/*']);

function send(
  response: ServerResponse,
  status: number,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, {
    'Content-Type': typeof body === 'string' ? 'text/plain; charset=utf-8' : 'image/gif',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  });
  response.end(body);
}

/**
 * `GET|POST /s2s/postback/{token}`: one conversion or status from a cart, ad network or app measurement that
 * can't send JSON with a header.
 */
export class PostbackEndpoint {
  constructor(private readonly deps: PostbackDeps) {}

  /** @param path path of the request after `/s2s/postback/`, with query */
  handle(request: IncomingMessage, response: ServerResponse, path: string): void {
    if (request.method !== 'GET' && request.method !== 'POST')
      send(response, 405, 'Method Not Allowed', { Allow: 'GET, POST' });
    else void this.receive(request, response, path).catch(() => response.destroy());
  }

  private async receive(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const [, token = '', query = ''] = /^([^/?]*)\/?(?:\?(.*))?$/s.exec(path) ?? [];
    const { source, online } = await this.deps.sources.find(token);
    if (!source) {
      if (online) return send(response, 404, 'Not Found');
      return send(response, 503, AWAY, { 'Retry-After': '5' });
    }
    let body: string;
    try {
      body = await readBody(request, MAX_BYTES);
    } catch (error) {
      if (!(error instanceof BodyTooLarge)) throw error;
      return send(response, 413, 'The body is larger than 64 KiB', { Connection: 'close' });
    }
    const ip = clientIp(request, this.deps.trust) || null;
    const values = postbackParameters(query, body);
    const context = { now: this.deps.now(), sender: `${ip} ${request.headers['user-agent'] ?? ''}` };
    const parsed = readPostback(source, values, context);
    const text = JSON.stringify({ source: source.name, values: values ?? body });
    // A click that was just answered may not be in the database yet.
    if (online && namesClickId(parsed)) await this.deps.flushClicks();
    const outcome = await this.store(source.productId, parsed, text, ip);
    if (!outcome) send(response, 503, AWAY, { 'Retry-After': '5' });
    else if (outcome.status === 'rejected') send(response, 400, outcome.reason);
    else send(response, 200, prefersImage(request.headers.accept) ? PIXEL : 'OK');
  }

  /** Stores a postback, or the reason of its rejection, in the database or on disk. Undefined if both fail. */
  private async store(
    productId: number,
    parsed: ParsedLine,
    text: string,
    ip: string | null,
  ): Promise<Outcome | undefined> {
    const door = 'postback';
    const parcel: Parcel =
      'event' in parsed
        ? { door, ip, deliveries: [{ event: parsed.event, text }], refused: [] }
        : {
            ...{ door, ip, deliveries: [] },
            refused: [{ productId, door, reason: parsed.reason, text, ip, storedAt: this.deps.now() }],
          };
    const stored = await this.deps.queue.store(parcel).catch(() => undefined);
    if (!stored && !(await appendAll(this.deps.log, parcel))) return undefined;
    const outcome: Outcome =
      'reason' in parsed
        ? { status: 'rejected', reason: parsed.reason }
        : (stored?.[0] ?? { status: 'accepted' });
    countOutcome(outcome, stored === undefined);
    return outcome;
  }
}

const namesClickId = (parsed: ParsedLine): boolean =>
  'event' in parsed && parsed.event.type === 'conversion' && parsed.event.postback?.clickId != null;

function countOutcome({ status }: Outcome, deferred: boolean): void {
  countEvents('postback', {
    accepted: status === 'accepted' ? 1 : 0,
    duplicates: status === 'duplicate' ? 1 : 0,
    rejected: status === 'rejected' ? [status] : [],
    ...(deferred ? { deferred } : {}),
  });
}
