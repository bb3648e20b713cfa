import type { Request, Response } from 'express';
import { liveKinds, type LiveKind } from '../../shared/catalog/live';
import { recordOf } from '../../shared/records';
import type { Actor } from '../auth/actor';
import { badInput, Failure, mustBeOneOf, notFound } from '../auth/failure';
import type { LiveBatch, LiveFilter } from '../logs/live/live-feed';
import { LIVE_LOGS } from '../logs/live/live-window';
import { signedIn, type ApiContext } from '../services/context';
import type { Endpoint } from './endpoints';
import type { RowMapper } from './mapper';
import type { Operation } from './operation';
import type { Route } from './routes';

/** Streams of one user, and of this process. Browsers open only six connections to a host over HTTP/1.1. */
export const MAX_STREAMS_OF_USER = 4;
const MAX_STREAMS = 200;
const RETRY_SECONDS = 10;
/** Proxies close connections without data, often after 60 s. */
const HEARTBEAT_MS = 15_000;
const RECHECK_MS = 60_000;
/** A client that reads this much too slowly is disconnected, and resumes. */
const MAX_BUFFERED_BYTES = 512 * 1024;
/** Tolerated clock difference between two processes. */
const CLOCK_TOLERANCE_MS = 60_000;
/** Client's wait before it reconnects, in ms. */
const RECONNECT_MS = 3000;

export interface LiveDeps {
  readonly operations: ReadonlyArray<readonly [Route, Operation]>;
  readonly contextOf: (req: Request) => ApiContext;
  /** Reads the actor of a request again; null if the session has ended. */
  readonly readActor: (req: Request) => Promise<Actor | null>;
  /** Aborted when the process stops. */
  readonly ending: AbortSignal;
  readonly now: () => number;
  /** Time between two checks of a listener's session and rights. */
  readonly recheckMs?: number | undefined;
}

/** Why a stream ends before its client closes it. */
type End = 'session' | 'rights' | 'failure' | 'shutdown' | 'done';

const event = (name: string, data: object, id?: number): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** Returns the mapper of each kind's rows, as its log over REST. */
const mappersOf = (operations: LiveDeps['operations']): Record<LiveKind, RowMapper> =>
  recordOf(liveKinds, (kind) => {
    const entry = operations.find(([{ operation }]) => operation === LIVE_LOGS[kind].log);
    if (!entry) throw new Error(`No route for ${kind}`);
    return entry[1].toRow;
  });

/** Ads that a stream can be filtered by. */
const MAX_ADS = 100;

const partsOf = (value: unknown): string[] =>
  [value ?? []]
    .flat()
    .flatMap((one) => String(one).split(','))
    .map((one) => one.trim())
    .filter(Boolean);

/** Reads `kind` and `ad_id`. @throws BAD_USER_INPUT naming the wrong one */
function filterOf({ query }: Request): LiveFilter {
  const kinds = partsOf(query.kind);
  const ads = partsOf(query.ad_id);
  const known = liveKinds.filter((kind) => kinds.includes(kind));
  if (kinds.some((kind) => !known.some((one) => one === kind)))
    throw badInput({ kind: mustBeOneOf(liveKinds) });
  if (!ads.every((id) => /^\d{1,9}$/.test(id))) throw badInput({ adId: { key: 'mustBeInteger' } });
  if (ads.length > MAX_ADS) throw badInput({ adId: { key: 'tooMany', params: { count: MAX_ADS } } });
  return {
    kinds: kinds.length > 0 ? known : null,
    adIds: ads.length > 0 ? [...new Set(ads.map(Number))].sort((a, b) => a - b) : null,
  };
}

/** Returns the end of the batch that a client received last; null if it names none of this window. */
function sinceOf(req: Request, now: number): number | null {
  const text = req.get('last-event-id') ?? '';
  const at = /^\d{13}$/.test(text) ? Number(text) : NaN;
  return at <= now + CLOCK_TOLERANCE_MS ? at : null;
}

/** Open streams of this process. */
class Streams {
  private readonly open = new Map<symbol, { readonly userId: number; readonly end: () => void }>();

  constructor(private readonly ending: AbortSignal) {
    ending.addEventListener('abort', () => {
      for (const { end } of this.open.values()) end();
    });
  }

  /** Counts a stream until the returned function is called. @throws RATE_LIMITED, SERVICE_UNAVAILABLE */
  enter(userId: number, end: () => void): () => void {
    const own = [...this.open.values()].filter((one) => one.userId === userId).length;
    if (own >= MAX_STREAMS_OF_USER)
      throw new Failure('RATE_LIMITED', 'tooManyStreams', {
        params: { max: MAX_STREAMS_OF_USER },
        retryAfter: RETRY_SECONDS,
      });
    if (this.open.size >= MAX_STREAMS || this.ending.aborted)
      throw new Failure('SERVICE_UNAVAILABLE', 'unavailable', { retryAfter: RETRY_SECONDS });
    const key = Symbol('stream');
    this.open.set(key, { userId, end });
    return () => void this.open.delete(key);
  }
}

/** Writes server-sent events until the stream ends. */
class EventStream {
  constructor(
    private readonly res: Response,
    private readonly mappers: Record<LiveKind, RowMapper>,
  ) {}

  private write(text: string): void {
    const { res } = this;
    if (res.destroyed || res.writableEnded) return;
    if (!res.headersSent) {
      // Neither the compression here nor a proxy may hold events back.
      res.set({
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store, no-transform',
        'X-Accel-Buffering': 'no',
      });
      res.flushHeaders();
      res.write(`retry: ${RECONNECT_MS}\n\n`);
    }
    res.write(text);
    if (res.writableLength > MAX_BUFFERED_BYTES) res.destroy();
  }

  heartbeat(): void {
    this.write(': alive\n\n');
  }

  send({ rows, counts, more, at }: LiveBatch): void {
    for (const { kind, row } of rows) this.write(event(kind, this.mappers[kind](row), at));
    if (Object.keys(counts).length > 0) this.write(event('counts', { ...counts, more }, at));
  }

  /** Marks the end of the last 30 minutes. */
  ready(at: number): void {
    this.write(event('ready', {}, at));
  }

  end(reason: End): void {
    this.write(event('end', { reason }));
    this.res.end();
  }
}

/**
 * Creates `GET /products/{id}/live`: server-sent events with the rows of the logs as they are stored. They begin with
 * the last 30 minutes, after which `ready` follows; `follow=0` ends there.
 */
export function liveEndpoint(deps: LiveDeps): Endpoint {
  const { operations, contextOf, readActor, ending, now, recheckMs = RECHECK_MS } = deps;
  const mappers = mappersOf(operations);
  const streams = new Streams(ending);
  return {
    method: 'get',
    path: '/products/{id}/live',
    head: false,
    handler: async (req, res) => {
      const context = contextOf(req);
      const actor = signedIn(context);
      const { live } = context.services;
      const productId = Number(req.params.id);
      if (!actor.productIds.includes(productId)) throw notFound();
      const view = { actor, productId, ...filterOf(req) };
      await live.requireAccess(view);
      const stream = new EventStream(res, mappers);
      const cleanUps = [streams.enter(actor.userId, () => stream.end('shutdown'))];
      // Also emitted after an error response.
      res.once('close', () => cleanUps.forEach((cleanUp) => cleanUp()));
      let isReady = false;
      const stop = await live.listen(view, sinceOf(req, now()), (batch) => {
        if (!batch) return stream.end('failure');
        stream.send(batch);
        if (!isReady) stream.ready(batch.at);
        isReady = true;
      });
      if (req.query.follow === '0') stream.end('done');
      if (res.closed) return stop();
      const recheck = async (): Promise<void> => {
        const current = await readActor(req);
        if (!current) return stream.end('session');
        // The client reconnects, with other rights or a refusal.
        const isSame = live.viewKey({ ...view, actor: current }) === live.viewKey(view);
        if (!isSame || !current.productIds.includes(productId)) stream.end('rights');
      };
      const timers = [
        setInterval(() => stream.heartbeat(), HEARTBEAT_MS).unref(),
        // Without the database nothing passes either; the next check decides.
        setInterval(() => void recheck().catch(() => undefined), recheckMs).unref(),
      ];
      cleanUps.push(stop, ...timers.map((timer) => () => clearInterval(timer)));
    },
  };
}
