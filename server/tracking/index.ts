import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { networkKey } from '../auth/attempt-limit';
import type { Config } from '../config/config';
import type { Database } from '../db/database';
import { AnswerTags, CvTags } from './collect/cv-tags';
import { CollectEndpoint } from './collect/collect-endpoint';
import { MeasurementTags } from './collect/measurement-tags';
import { DemoSite, isDemoPage } from './demo-site';
import { clientIp, trustedProxies } from './http/client-ip';
import { RateLimit, sendProblem } from './http/respond';
import { PostbackEndpoint } from './postback/postback-endpoint';
import { PostbackSources } from './postback/postback-sources';
import { RedirectEndpoint } from './redirect/redirect-endpoint';
import { VisitorCookies } from './redirect/click-query';
import { ApiKeys, S2sEndpoint } from './s2s/s2s-endpoint';
import { SettingsSource } from './snapshot/settings-source';
import { Spool, type SpoolDisk } from './spool/spool';
import { IngestQueue } from './ingest-queue';
import { LiveTags } from './tag/live-tags';
import { TagEndpoint } from './tag/tag-endpoint';

export interface TrackingDeps {
  config: Pick<
    Config,
    'dataDir' | 'trackerUrl' | 'trustProxy' | 'clickFsync' | 'segmentDays' | 'rateLimit' | 'demo'
  >;
  db: Database;
  log: Logger;
  /** Secret of this installation; without it, tracking hosts can't be checked. */
  secret?: string | undefined;
  /** Epoch milliseconds; defaults to the system clock. */
  now?: (() => number) | undefined;
  /** Returns a number in [0, 1); chooses LPO variants. */
  random?: (() => number) | undefined;
  /** Disk of the click log. */
  disk?: SpoolDisk | undefined;
}

/** Paths of the endpoints. */
const PATHS = {
  redirects: '/r/',
  tags: '/tag/',
  s2s: '/s2s/',
  postbacks: '/s2s/postback/',
  collect: '/collect',
} as const;

/** The tracking endpoints, used by visitors' browsers and advertisers' servers. */
export interface Tracking {
  /** Answers requests for /r/, /tag/, /collect, /s2s/ and /demo-site/; returns false for others. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
  /** Loads the settings and starts moving events into the database. Does not fail if the database is down. */
  start(): Promise<void>;
  /** Moves acknowledged events into the database within the time limit; rejects if the database is down. */
  drain(withinMs?: number): Promise<void>;
  /** Reason why clicks can't be stored or moved; undefined without a fault. */
  readonly fault: string | undefined;
  /** Stops all parts. Events not yet in the database stay on disk for the next start. */
  close(): Promise<void>;
}

/** Time that `/collect` waits for the database before it stores events on disk instead. */
const COLLECT_TIMEOUT_MS = 2000;
/** Time that an answer waits for tags. */
const TAGS_TIMEOUT_MS = 5000;
const S2S_TIMEOUT_MS = 15_000;
/** Time that an event waits for its click to be stored. */
const FLUSH_MS = 2000;
const DRAIN_MS = 60_000;

/** Creates the tracking endpoints. They answer redirects once `start` has loaded the settings. */
export function createTracking({
  config,
  db,
  log,
  secret,
  now = Date.now,
  random = Math.random,
  disk,
}: TrackingDeps): Tracking {
  const { dataDir, clickFsync: fsync, segmentDays } = config;
  const settings = new SettingsSource(db, join(dataDir, 'settings.json'), log);
  const spool = new Spool({ dataDir, fsync, segmentDays, db, log, now, ...disk });
  const trust = trustedProxies(config.trustProxy);
  const limit = new RateLimit(config.rateLimit, now);
  const cookies = new VisitorCookies(config.trackerUrl);
  const redirects = new RedirectEndpoint({
    settings,
    log: spool,
    cookies,
    trust,
    now,
    random,
  });
  const scripts = new LiveTags(settings, config.trackerUrl);
  const tags = new TagEndpoint({ settings, tags: scripts, secret });
  const copies = () => spool.copies;
  const collectQueue = new IngestQueue(db, now, COLLECT_TIMEOUT_MS, spool.storeAhead, copies);
  const s2sQueue = new IngestQueue(db, now, S2S_TIMEOUT_MS, spool.storeAhead, copies);
  const flushClicks = () => spool.drain(FLUSH_MS).catch(() => undefined);
  const measurementTags = new MeasurementTags({ db, settings, flushClicks, now });
  const cvTags = new CvTags({ db, settings, timeoutMs: TAGS_TIMEOUT_MS, now });
  const collect = new CollectEndpoint({
    settings,
    queue: collectQueue,
    tags: new AnswerTags([measurementTags, cvTags], TAGS_TIMEOUT_MS, log),
    isDemoPage: (url, host) => config.demo && isDemoPage(url, [host, new URL(config.trackerUrl).host]),
    log: spool,
    scripts,
    trust,
    cookies,
    trackerUrl: config.trackerUrl,
    now,
  });
  const s2s = new S2sEndpoint({
    settings,
    keys: new ApiKeys(db, now),
    queue: s2sQueue,
    trust,
    now,
    logger: log,
  });
  const postbacks = new PostbackEndpoint({
    sources: new PostbackSources(db, settings, now),
    queue: collectQueue,
    log: spool,
    flushClicks,
    trust,
    now,
  });
  const demo = config.demo ? new DemoSite({ settings }) : undefined;

  /** Answers requests over the rate limit; returns true if it did. */
  const isRateLimited = (request: IncomingMessage, response: ServerResponse): boolean => {
    if (config.rateLimit === undefined || limit.allows(networkKey(clientIp(request, trust)))) return false;
    sendProblem(response, 429, 'Too Many Requests', {
      'Retry-After': '1',
      'Access-Control-Allow-Origin': '*',
    });
    return true;
  };

  return {
    handle(request, response) {
      const url = request.url ?? '';
      if (url.startsWith(PATHS.redirects)) {
        if (allowsReading(request, response) && !isRateLimited(request, response))
          redirects.handle(request, response, url.slice(PATHS.redirects.length));
        return true;
      }
      if (isPath(url, PATHS.collect)) {
        if (request.method === 'OPTIONS' || !isRateLimited(request, response))
          collect.handle(request, response);
        return true;
      }
      if (url.startsWith(PATHS.tags)) {
        if (allowsReading(request, response)) tags.handle(request, response, url.slice(PATHS.tags.length));
        return true;
      }
      if (url.startsWith(PATHS.s2s)) {
        if (isRateLimited(request, response)) return true;
        if (url.startsWith(PATHS.postbacks))
          postbacks.handle(request, response, url.slice(PATHS.postbacks.length));
        else s2s.handle(request, response, url.slice(PATHS.s2s.length));
        return true;
      }
      return demo?.handle(request, response, url) ?? false;
    },
    async start() {
      await settings.start();
      spool.start();
    },
    get fault() {
      return spool.fault;
    },
    drain: (withinMs = DRAIN_MS) => spool.drain(withinMs),
    async close() {
      settings.stop();
      await spool.close();
    },
  };
}

/** True for paths of the tracking endpoints. If another process serves them, this one must not. */
export const isTrackingAddress = (url: string): boolean =>
  [PATHS.redirects, PATHS.tags, PATHS.s2s].some((begin) => url.startsWith(begin)) ||
  isPath(url, PATHS.collect);

/** Rejects methods other than GET and HEAD; returns true if the endpoint may answer. */
function allowsReading({ method }: IncomingMessage, response: ServerResponse): boolean {
  if (method === 'GET' || method === 'HEAD') return true;
  sendProblem(response, 405, 'Method Not Allowed', { Allow: 'GET, HEAD' });
  return false;
}

/** True for the path itself, with or without a trailing slash and a query. */
function isPath(url: string, path: string): boolean {
  if (!url.startsWith(path)) return false;
  const end = url[path.length] === '/' ? path.length + 1 : path.length;
  return url.length === end || url[end] === '?';
}
