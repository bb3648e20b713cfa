import type { Actor } from '../../auth/actor';
import { hostOf, isUnderDomain, normalDomain } from '../../tracking/http/domains';
import type { ListService } from '../../crud/list.service';
import type { Database } from '../../db/database';

/** What keeps a product from measuring, the first thing to do first. */
export const setupGaps = [
  'no_domain', 'no_cv_setting', 'no_ad', 'no_hit', 'wrong_domain', 'only_excluded', 'no_click', 'no_conversion', 'bad_events',
] as const;
export type SetupGap = (typeof setupGaps)[number];

/** A host whose pages carry the tag. */
export interface SeenHost {
  readonly host: string;
  readonly views: number;
  /** Whether it is the product's domain, a crossdomain one, or below. */
  readonly known: boolean;
}

/** How far a product's tag and links have come. */
export interface ProductSetup {
  readonly productId: number;
  readonly lastAccessAt: Date | null;
  readonly lastClickAt: Date | null;
  readonly lastConversionAt: Date | null;
  readonly missing: readonly SetupGap[];
  readonly hosts: readonly SeenHost[];
  readonly cvSettings: ReadonlyArray<{ readonly id: number; readonly title: string; readonly lastConversionAt: Date | null }>;
  readonly badEvents: ReadonlyArray<{ readonly door: string; readonly reason: string; readonly count: number; readonly lastAt: Date }>;
}

const RECENT_VIEWS = 200;
const BAD_EVENTS_MS = 7 * 24 * 3_600_000;
const MAX_REASONS = 20;

const instant = (value: number | string | null | undefined): Date | null => (value == null ? null : new Date(Number(value)));

/** "Waiting for the first hit": what arrived of a product, and what is missing. */
export class ProductSetupService {
  constructor(
    private readonly db: Database,
    private readonly products: ListService,
    private readonly now: () => number = Date.now,
  ) {}

  /** @throws NOT_FOUND */
  async get(actor: Actor, productId: number): Promise<ProductSetup> {
    const product = await this.products.get(actor, productId, new Set(['id', 'productDomain']));
    const [access, click, conversion, views, domains, cvSettings, ads, badEvents] = await Promise.all([
      this.last('access', productId),
      this.last('interaction', productId),
      this.last('conversion', productId),
      this.db.read<{ url: string | null; excluded_reason: string | null }>(
        'SELECT url, excluded_reason FROM access WHERE product_id = ? ORDER BY time DESC LIMIT ?',
        [productId, RECENT_VIEWS],
      ),
      this.db.read<{ sender_domain: string }>('SELECT sender_domain FROM crossdomain WHERE product_id = ?', [productId]),
      this.cvSettings(productId),
      this.db.read('SELECT id FROM ad WHERE product_id = ? AND status = 1 LIMIT 1', [productId]),
      this.badEvents(productId),
    ]);
    const own = product.productDomain as string | null;
    const known = [...(own ? [own] : []), ...domains.map(({ sender_domain: domain }) => domain)].map(normalDomain);
    const hosts = this.hosts(views.map(({ url }) => url), known);
    const gaps: Record<SetupGap, boolean> = {
      no_domain: !own,
      no_cv_setting: cvSettings.length === 0,
      no_ad: ads.length === 0,
      no_hit: access === null,
      wrong_domain: hosts.length > 0 && !hosts.some((host) => host.known),
      only_excluded: views.length > 0 && views.every(({ excluded_reason: reason }) => reason !== null),
      no_click: click === null,
      no_conversion: conversion === null,
      bad_events: badEvents.length > 0,
    };
    return {
      productId, lastAccessAt: access, lastClickAt: click, lastConversionAt: conversion,
      missing: setupGaps.filter((gap) => gaps[gap]), hosts, cvSettings, badEvents,
    };
  }

  private async last(table: 'access' | 'interaction' | 'conversion', productId: number): Promise<Date | null> {
    const [row] = await this.db.read<{ last: number | string | null }>(`SELECT MAX(time) AS last FROM ${table} WHERE product_id = ?`, [productId]);
    return instant(row?.last);
  }

  private hosts(urls: ReadonlyArray<string | null>, known: readonly string[]): SeenHost[] {
    const views = new Map<string, number>();
    for (const url of urls) {
      const host = hostOf(url);
      if (host) views.set(host, (views.get(host) ?? 0) + 1);
    }
    return [...views]
      .sort(([, a], [, b]) => b - a)
      .map(([host, count]) => ({ host, views: count, known: known.some((domain) => isUnderDomain(host, domain)) }));
  }

  private async cvSettings(productId: number) {
    const rows = await this.db.read<{ id: number; title: string; last: number | string | null }>(
      `SELECT s.id, s.title, (SELECT MAX(c.time) FROM conversion c WHERE c.product_id = s.product_id AND c.cv_setting_id = s.id) AS last
       FROM cv_setting s WHERE s.product_id = ? ORDER BY s.cv_type DESC, s.cv_slot`,
      [productId],
    );
    return rows.map(({ id, title, last }) => ({ id, title, lastConversionAt: instant(last) }));
  }

  private async badEvents(productId: number) {
    const rows = await this.db.read<{ door: string; reason: string; n: number | string; last: number | string }>(
      `SELECT door, reason, COUNT(*) AS n, MAX(stored_at) AS last FROM bad_event
       WHERE product_id = ? AND stored_at > ? GROUP BY door, reason ORDER BY last DESC LIMIT ?`,
      [productId, this.now() - BAD_EVENTS_MS, MAX_REASONS],
    );
    return rows.map(({ door, reason, n, last }) => ({ door, reason, count: Number(n), lastAt: new Date(Number(last)) }));
  }
}
