import { allows, type Grant } from '../../../shared/catalog';
import {
  chooseLiveRows,
  LIVE_BACKLOG,
  LIVE_ROWS_PER_SECOND,
  liveKinds,
  type LiveCounts,
  type LiveKind,
} from '../../../shared/catalog/live';
import type { Actor } from '../../auth/actor';
import { requireProduct, requireRight } from '../../auth/permissions';
import { isTrafficHigh } from '../../backpressure/traffic-load';
import type { Database } from '../../db/database';
import { Mutex } from '../../db/transaction';
import { groupBy } from '../../platform/group-by';
import type { Row } from '../../records/list-definition';
import type { ListService } from '../../records/list.service';
import { requireVisible } from '../../records/visibility';
import type { LogName } from '../logs';
import { LIVE_LOGS, LiveWindow, type LiveItem, type LiveNews } from './live-window';

/** Time between two reads of a product; longer while tracking needs the machine. */
const POLL_MS = 500;
const BUSY_POLL_MS = 2000;
const SECOND_MS = 1000;
/** A client that reconnects elsewhere gets the rows of this time before its last one again. */
const RESUME_MARGIN_MS = 30_000;

/** Rows that passed at once, as the log of their kind shows them to the listener. */
export interface LiveBatch {
  readonly rows: readonly { readonly kind: LiveKind; readonly row: Row }[];
  /** Rows that were left out. */
  readonly counts: LiveCounts;
  /** Whether even more were left out. */
  readonly more: boolean;
  /** Epoch milliseconds up to which rows were read. */
  readonly at: number;
}

/** Receives a batch; null if it could not be read. */
type Send = (batch: LiveBatch | null) => void;

/** Rows that a listener follows; null: all. */
export interface LiveFilter {
  readonly kinds: readonly LiveKind[] | null;
  readonly adIds: readonly number[] | null;
}

/** A listener's rights and filter, which decide what passes. */
interface View extends LiveFilter {
  readonly actor: Actor;
  readonly productId: number;
}

/** Listeners of a product with the same rights and filter. They share the reading of rows. */
interface Audience {
  readonly view: View;
  readonly listeners: Set<Send>;
  /** When rows were sent within the last second. */
  sentAt: readonly number[];
}

interface ProductFeed {
  readonly window: LiveWindow;
  readonly audiences: Map<string, Audience>;
  /** Reads one after another. */
  readonly turn: Mutex;
  /** Listeners that wait for their first rows. */
  joining: number;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Passes on the log rows of products as they are stored, by any process: each product with listeners is read once,
 * every half second.
 */
export class LiveFeed {
  private readonly feeds = new Map<number, ProductFeed>();

  constructor(
    private readonly db: Database,
    private readonly logs: Readonly<Record<LogName, ListService>>,
    private readonly now: () => number,
  ) {}

  /** Checks that the actor may listen to a product and its ads. @throws FORBIDDEN */
  async requireAccess({ actor, productId, adIds }: Omit<View, 'kinds'>): Promise<void> {
    requireRight(actor, 'logs', 'view');
    requireProduct(actor, productId);
    if (adIds) await requireVisible(this.db, actor, 'ad', adIds, productId, 'adId');
  }

  /**
   * Sends the newest rows of the last 30 minutes at once, and then every new one, until the subscription is stopped.
   * @param since end of an earlier batch: sends only later rows
   * @returns a function that stops it
   */
  async listen(view: View, since: number | null, send: Send): Promise<() => void> {
    const { productId } = view;
    const feed = this.feeds.get(productId) ?? this.open(productId);
    feed.joining += 1;
    try {
      return await feed.turn.run(async () => {
        const isFirst = feed.window.items().length === 0;
        const news = await this.read(feed);
        const items = feed.window.items().filter(({ time, readAt }) =>
          // Rows of a first read may have been sent by another process.
          since === null ? true : isFirst ? time > since - RESUME_MARGIN_MS : readAt > since,
        );
        const visible = await this.visible(view, items);
        const sorted = visible.sort((a, b) => a.time - b.time);
        const rows = await this.rowsOf(view, sorted.slice(-LIVE_BACKLOG));
        const { counts } = chooseLiveRows(sorted.slice(0, -LIVE_BACKLOG), 0);
        const stop = this.join(feed, view, send);
        send({ rows, counts, more: news.more && visible.length === items.length, at: news.at });
        return stop;
      });
    } finally {
      feed.joining -= 1;
      this.schedule(feed, productId);
    }
  }

  private open(productId: number): ProductFeed {
    const window = new LiveWindow(this.db, productId, this.now);
    const feed: ProductFeed = {
      window,
      audiences: new Map(),
      turn: new Mutex(),
      joining: 0,
      timer: undefined,
    };
    this.feeds.set(productId, feed);
    return feed;
  }

  /** Returns what decides which rows a listener gets and what they look like. */
  viewKey({ actor, kinds, adIds }: View): string {
    const grants = liveKinds.map((kind) => this.grantOf(actor, kind));
    return JSON.stringify([actor.agencyId, grants, kinds, adIds]);
  }

  private join(feed: ProductFeed, view: View, send: Send): () => void {
    const key = this.viewKey(view);
    const audience = feed.audiences.get(key) ?? { view, listeners: new Set(), sentAt: [] };
    feed.audiences.set(key, audience);
    audience.listeners.add(send);
    return () => {
      audience.listeners.delete(send);
      if (audience.listeners.size === 0 && feed.audiences.get(key) === audience) feed.audiences.delete(key);
      this.schedule(feed, view.productId);
    };
  }

  /** Plans the next read; without listeners the product is not read any more. */
  private schedule(feed: ProductFeed, productId: number): void {
    if (feed.audiences.size === 0) {
      clearTimeout(feed.timer);
      feed.timer = undefined;
      if (feed.joining === 0) this.feeds.delete(productId);
      return;
    }
    if (feed.timer) return;
    const timer = setTimeout(
      () => {
        void feed.turn
          .run(() => this.read(feed))
          // The database is away: the next read returns what this one missed.
          .catch(() => undefined)
          .then(() => {
            if (feed.timer === timer) feed.timer = undefined;
            this.schedule(feed, productId);
          });
      },
      isTrafficHigh() ? BUSY_POLL_MS : POLL_MS,
    ).unref();
    feed.timer = timer;
  }

  /** Reads news and delivers them to everyone who listens. */
  private async read(feed: ProductFeed): Promise<LiveNews> {
    const news = await feed.window.read();
    if (news.items.length === 0) return news;
    for (const audience of feed.audiences.values())
      await this.deliver(audience, news).catch(() => {
        for (const send of audience.listeners) send(null);
      });
    return news;
  }

  private async deliver(audience: Audience, { items, more, at }: LiveNews): Promise<void> {
    const { view } = audience;
    const visible = await this.visible(view, items);
    const now = performance.now();
    const recent = audience.sentAt.filter((sentAt) => sentAt > now - SECOND_MS);
    const { shown, counts } = chooseLiveRows(visible, LIVE_ROWS_PER_SECOND - recent.length);
    const rows = await this.rowsOf(view, shown);
    audience.sentAt = [...recent, ...rows.map(() => now)];
    if (rows.length === 0 && Object.keys(counts).length === 0) return;
    // An agency must not learn how much passes elsewhere.
    const batch = { rows, counts, more: more && visible.length === items.length, at };
    for (const send of audience.listeners) send(batch);
  }

  private grantOf(actor: Actor, kind: LiveKind): Grant | undefined {
    const { menu, partOf } = this.logs[LIVE_LOGS[kind].log].definition;
    const granting = [menu, partOf].find((one) => one != null && allows(actor.grants[one], 'view'));
    return granting ? actor.grants[granting] : undefined;
  }

  /** Returns the rows that the listener may see and follows. */
  private async visible(view: View, items: readonly LiveItem[]): Promise<LiveItem[]> {
    const { actor, kinds, adIds } = view;
    const visible: LiveItem[] = [];
    for (const [kind, ofKind] of groupBy(items, (item) => item.kind)) {
      const grant = this.grantOf(actor, kind);
      const { ad = '' } = LIVE_LOGS[kind];
      if (!grant || (kinds && !kinds.includes(kind)) || (adIds && ad === '')) continue;
      if (grant.scope === 'all' && !adIds) {
        visible.push(...ofKind);
        continue;
      }
      const rows = await this.readKeys(view, kind, ofKind, new Set([ad]));
      for (const item of ofKind) {
        const row = rows.get(String(item.key));
        // It may have been hidden until its ad was derived, so a change counts as new.
        if (row && (!adIds || adIds.some((id) => id === row[ad]))) visible.push({ ...item, isChange: false });
      }
    }
    return visible;
  }

  private async rowsOf(view: View, items: readonly LiveItem[]): Promise<LiveBatch['rows']> {
    const rows = new Map<LiveKind, Map<string, Row>>();
    for (const [kind, ofKind] of groupBy(items, (item) => item.kind))
      rows.set(kind, await this.readKeys(view, kind, ofKind, null));
    return items.flatMap(({ kind, key }) => {
      const row = rows.get(kind)?.get(String(key));
      return row ? [{ kind, row }] : [];
    });
  }

  /** Reads rows through their log: masked, and without those that the actor may not see. */
  private async readKeys(
    { actor, productId }: View,
    kind: LiveKind,
    items: readonly LiveItem[],
    fields: ReadonlySet<string> | null,
  ): Promise<Map<string, Row>> {
    const { log, key: name = 'id' } = LIVE_LOGS[kind];
    const keys = items.map(({ key }) => key);
    const rows = await this.logs[log].related(actor, name, keys, fields);
    // A key can exist in another product of the actor too.
    const own = rows.filter((row) => row.productId === productId);
    return new Map(own.map((row) => [String(row[name]), row]));
  }
}
