import type { IncomingMessage, ServerResponse } from 'node:http';
import { rejectionReason } from '../../../shared/i18n/rejections';
import { isRecord } from '../../../shared/records';
import { jsonItems, TOO_DEEP, waits, type IncomingEvent, type JsonItem, type Outcome } from '../../journeys';
import { BodyTooLarge, readBody, sendJson, sendProblem } from '../http/respond';
import { clientIp, isByHttps, type TrustedProxies } from '../http/client-ip';
import { countEvents } from '../metrics';
import type { Snapshot } from '../snapshot/snapshot';
import { appendAll, type LineLog } from '../spool/segment-log';
import { rejectedLine, type RejectedInput } from '../spool/spool-line';
import {
  isCookieId,
  siteVisitorOfCookie,
  type VisitorCookies,
  visitorOfCookie,
} from '../redirect/click-query';
import type { LiveTags } from '../tag/live-tags';
import type { TagSettings } from '../tag/tag-settings';
import type { Delivery, IngestQueue } from '../ingest-queue';
import type { AnswerTags } from './cv-tags';
import { ownSiteOrigin, type CookieVisitors } from './own-site';
import { parseCollectItem, type CollectItem } from './collect-item';

export interface CollectDeps {
  settings: { readonly current: Snapshot; check(): Promise<boolean> };
  queue: IngestQueue;
  tags: AnswerTags;
  /** True for events of a demo site page; such pages fire no tags. */
  isDemoPage: (url: string | null, host: string | undefined) => boolean;
  log: LineLog;
  /** Current tag scripts; a browser's copy may have older settings. */
  scripts: LiveTags;
  trust: TrustedProxies;
  cookies: VisitorCookies;
  /** Base URL of the tracking endpoints. */
  trackerUrl: string;
  now: () => number;
}

/** Answer of `POST /collect`. */
export interface CollectAnswer {
  accepted: number;
  duplicates: number;
  rejected: { index: number; reason: string }[];
  /** Rendered tags for the page to fire. */
  tags: string[];
  /** Some events wait for their click or customer, or some tags are pending: ask again by event_id. */
  deferred?: true;
  /** Sent to a script whose settings are older than its product's. */
  settings?: TagSettings;
  /** Visitor of the tracker's cookie, for pages on its site. */
  visitor_id?: string;
}

const MAX_BYTES = 64 * 1024;
const MAX_ITEMS = 1000;
const CORS: Readonly<Record<string, string>> = { 'Access-Control-Allow-Origin': '*' };
const PREFLIGHT = {
  ...CORS,
  'Access-Control-Allow-Methods': 'POST, OPTIONS',
  'Access-Control-Allow-Headers': 'Content-Type',
  'Access-Control-Max-Age': '86400',
  'Content-Length': '0',
};

/** @param origin page on the tracker's site: its browser then sends and keeps cookies */
const corsFor = (origin: string | undefined): Readonly<Record<string, string>> =>
  origin === undefined
    ? CORS
    : {
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Allow-Credentials': 'true',
        Vary: 'Origin',
      };

/** Parsed items of a request. */
interface ParsedItems {
  /** Index of each delivery among the items. */
  places: number[];
  deliveries: Delivery[];
  /** Events whose answer reached no page, because the visitor left it. */
  unanswered: Set<IncomingEvent>;
  refused: RejectedInput[];
  rejected: { index: number; reason: string }[];
  /** Visitor of the newest event that is sent for the first time. */
  visitor: string | undefined;
}

/** `POST /collect`: page views and conversions from the tag. */
export class CollectEndpoint {
  constructor(private readonly deps: CollectDeps) {}

  handle(request: IncomingMessage, response: ServerResponse): void {
    if (request.method === 'OPTIONS') this.preflight(request, response);
    else if (request.method !== 'POST')
      sendProblem(response, 405, 'Method Not Allowed', { ...CORS, Allow: 'POST, OPTIONS' });
    else void this.collect(request, response).catch(() => response.destroy());
  }

  /** The event's product is not known yet: allows the pages of every product. */
  private preflight(request: IncomingMessage, response: ServerResponse): void {
    const products = [...this.deps.settings.current.products.values()];
    const origin = products
      .map((product) => ownSiteOrigin(request, [product], this.deps.trackerUrl))
      .find((own) => own !== undefined);
    response.writeHead(204, { ...PREFLIGHT, ...corsFor(origin) }).end();
  }

  private async collect(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body: string;
    try {
      body = await readBody(request, MAX_BYTES);
    } catch (error) {
      if (!(error instanceof BodyTooLarge)) throw error;
      return sendProblem(response, 413, 'The body is larger than 64 KiB', CORS);
    }
    const ip = clientIp(request, this.deps.trust) || null;
    const items = jsonItems(body);
    if (!items) {
      this.logUnreadable(body, ip);
      return sendProblem(response, 400, 'The body is not JSON', CORS);
    }
    if (items.length > MAX_ITEMS) return sendProblem(response, 413, `More than ${MAX_ITEMS} events`, CORS);
    const origin = this.ownOrigin(request, items);
    if (isForget(items[0]?.value)) return this.forget(request, response, origin);
    const cookies = origin === undefined ? undefined : visitorsOf(request.headers.cookie);
    const parsedItems = await this.parseItems(items, ip, request.headers['user-agent'] ?? null, cookies);
    const answer = await this.store(parsedItems, ip, request.headers.host);
    if (answer) countEvents('collect', answer);
    const cors = corsFor(origin);
    if (!answer)
      return sendProblem(response, 503, 'The events can not be kept at the moment', {
        ...cors,
        'Retry-After': '5',
      });
    const newer = this.newerSettings(items);
    const visitor = cookies && (parsedItems.visitor ?? cookies.durable);
    const isKept = visitor !== undefined && isCookieId(visitor);
    if (isKept)
      response.setHeader(
        'Set-Cookie',
        this.deps.cookies.siteVisitor(visitor, isByHttps(request, this.deps.trust)),
      );
    sendJson(
      response,
      200,
      { ...answer, ...(newer && { settings: newer }), ...(isKept && { visitor_id: visitor }) },
      cors,
    );
  }

  /** Returns the origin of a page on the tracker's site, of all products that the items name. */
  private ownOrigin(request: IncomingMessage, items: readonly JsonItem[]): string | undefined {
    if (request.headers.origin === undefined) return undefined;
    const { products } = this.deps.settings.current;
    const ids = new Set(items.map(({ value }) => (isRecord(value) ? Number(value.product_id) : 0)));
    return ownSiteOrigin(
      request,
      [...ids].map((id) => products.get(id)),
      this.deps.trackerUrl,
    );
  }

  /** Deletes the tracker's cookies of a visitor who withdrew consent. */
  private forget(request: IncomingMessage, response: ServerResponse, origin: string | undefined): void {
    const removed = origin === undefined ? [] : this.deps.cookies.removed(request.headers.cookie);
    if (removed.length > 0) response.setHeader('Set-Cookie', removed);
    sendJson(response, 200, { accepted: 0, duplicates: 0, rejected: [], tags: [] }, corsFor(origin));
  }

  /** Returns the current settings if the sending script reports an older version. */
  private newerSettings(items: readonly JsonItem[]): TagSettings | undefined {
    const first = items[0]?.value;
    if (!isRecord(first) || typeof first.tag_version !== 'string') return undefined;
    const product = this.deps.settings.current.products.get(Number(first.product_id));
    return product && this.deps.scripts.newerThan(product, first.tag_version);
  }

  /** Parses the items. If one names an unknown setting or ad, reloads the settings and parses again. */
  private async parseItems(
    items: readonly JsonItem[],
    ip: string | null,
    ua: string | null,
    cookies: CookieVisitors | undefined,
  ): Promise<ParsedItems> {
    const read = () =>
      items.map(({ value, tooDeep }): CollectItem => {
        if (tooDeep) return { reason: TOO_DEEP, productId: null };
        return parseCollectItem(value, {
          settings: this.deps.settings.current,
          now: this.deps.now(),
          ip,
          ua,
          cookies,
        });
      });
    let parsed = read();
    const before = this.deps.settings.current;
    if (parsed.some((item) => 'reason' in item || item.adUnknown)) {
      await this.deps.settings.check();
      if (this.deps.settings.current !== before) parsed = read();
    }
    const parsedItems: ParsedItems = {
      places: [],
      deliveries: [],
      unanswered: new Set(),
      refused: [],
      rejected: [],
      visitor: undefined,
    };
    parsed.forEach((item, index) => {
      this.addItem(parsedItems, item, index, items[index]?.text ?? '', ip);
      const value = items[index]?.value;
      if (!('event' in item) || !isRecord(value)) return;
      if (value.unanswered === true) parsedItems.unanswered.add(item.event);
      // A repeated event tells of an earlier page; it changes the visitor of none.
      if (value.time === undefined || cookies?.durable === undefined)
        parsedItems.visitor = item.event.visitorId ?? undefined;
    });
    return parsedItems;
  }

  private addItem(
    parsedItems: ParsedItems,
    item: CollectItem,
    index: number,
    text: string,
    ip: string | null,
  ): void {
    const reject = (productId: number | null, reason: string) =>
      parsedItems.refused.push({ productId, door: 'collect', reason, text, ip, storedAt: this.deps.now() });
    if ('reason' in item) {
      if (!item.elsewhere) reject(item.productId, item.reason);
      parsedItems.rejected.push({ index, reason: item.reason });
      return;
    }
    if (item.adRefused) reject(item.event.productId, item.adRefused);
    parsedItems.places.push(index);
    parsedItems.deliveries.push({ event: item.event, text });
  }

  /**
   * Stores the items in the database, or in the segment log if the database is down. Undefined if both fail.
   */
  private async store(
    parsedItems: ParsedItems,
    ip: string | null,
    host: string | undefined,
  ): Promise<CollectAnswer | undefined> {
    const { deliveries, refused } = parsedItems;
    let outcomes: Outcome[];
    try {
      outcomes = await this.deps.queue.store({ door: 'collect', ip, deliveries, refused });
    } catch {
      const spooled = await appendAll(this.deps.log, parsedItems);
      return spooled
        ? {
            ...answerOf(
              parsedItems,
              parsedItems.deliveries.map(() => ({ status: 'accepted' })),
            ),
            deferred: true,
          }
        : undefined;
    }
    const stored = deliveries.map(({ event }) => event).filter((_, i) => outcomes[i]?.status !== 'rejected');
    const taggable = stored.filter((event) => !('url' in event) || !this.deps.isDemoPage(event.url, host));
    const { tags, waiting } = await this.deps.tags.of(taggable, parsedItems.unanswered);
    return { ...answerOf(parsedItems, outcomes), tags, ...(waiting ? { deferred: true } : {}) };
  }

  private logUnreadable(text: string, ip: string | null): void {
    const refused: RejectedInput = {
      productId: null,
      door: 'collect',
      reason: rejectionReason('notJson', { part: 'body' }),
      text,
      ip,
      storedAt: this.deps.now(),
    };
    this.deps.log.append(rejectedLine(refused), () => undefined);
  }
}

const isForget = (value: unknown): boolean => isRecord(value) && value.type === 'forget';

const visitorsOf = (cookie: string | undefined): CookieVisitors => ({
  durable: siteVisitorOfCookie(cookie),
  clicked: visitorOfCookie(cookie),
});

function answerOf({ places, rejected }: ParsedItems, outcomes: readonly Outcome[]): CollectAnswer {
  const answer: CollectAnswer = { accepted: 0, duplicates: 0, rejected: [...rejected], tags: [] };
  addOutcomes(answer, outcomes, places);
  return answer;
}

/** Adds outcomes to an answer. @param places index of each event in the request */
export function addOutcomes(
  answer: CollectAnswer,
  outcomes: readonly Outcome[],
  places: readonly number[],
): void {
  outcomes.forEach((outcome, i) => {
    if (waits(outcome)) answer.deferred = true;
    if (outcome.status === 'accepted') answer.accepted += 1;
    else if (outcome.status === 'duplicate') answer.duplicates += 1;
    else answer.rejected.push({ index: places[i] ?? i, reason: outcome.reason });
  });
  answer.rejected.sort((a, b) => a.index - b.index);
}
