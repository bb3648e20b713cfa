import { CvCondition } from '../../../shared/catalog';
import { listEntries } from '../../../shared/settings/fields/formats';
import type { Actor } from '../../auth/actor';
import type { ListService } from '../../records/list.service';
import { textOrNull } from '../../records/row-values';
import { select, sql } from '../../db/statements';
import type { Database } from '../../db/database';
import { hostOf, isUnderDomain, normalDomain, ownDomain } from '../../tracking/http/domains';
import { tagState, type SeenHost } from './tag-state';

/** Gaps that keep a product from measuring, in the order to fix them. */
export const setupGaps = [
  'no_domain',
  'no_cv_setting',
  'no_ad',
  'no_hit',
  'only_servers',
  'silent_landings',
  'wrong_domain',
  'only_excluded',
  'wrong_order',
  'cv_elsewhere',
  'no_click',
  'no_conversion',
  'bad_events',
] as const;
export type SetupGap = (typeof setupGaps)[number];

/** Progress of a product's tag and links. */
export interface ProductSetup {
  readonly productId: number;
  /** Start of the observed time: the last week, but not before the product was created or its domain changed. */
  readonly waitingSince: Date;
  /** Last page view that the tag sent on the product's domains in that time. */
  readonly lastTagAt: Date | null;
  readonly lastAccessAt: Date | null;
  readonly lastClickAt: Date | null;
  readonly lastConversionAt: Date | null;
  /** The last one with an amount, among the newest. */
  readonly lastSaleAt: Date | null;
  readonly missing: readonly SetupGap[];
  readonly hosts: readonly SeenHost[];
  readonly cvSettings: ReadonlyArray<{
    readonly id: number;
    readonly title: string;
    readonly lastConversionAt: Date | null;
  }>;
  readonly badEvents: ReadonlyArray<{
    readonly door: string;
    readonly reason: string;
    readonly count: number;
    readonly lastAt: Date;
  }>;
}

const WEEK_MS = 7 * 24 * 3_600_000;
const MAX_REASONS = 20;
/** Number of latest conversions that are searched for each setting's last one, and the last sale. */
const NEWEST = 2000;

const instant = (value: number | string | null | undefined): Date | null =>
  value == null ? null : new Date(Number(value));

/** Reads a product's setup state: received events and remaining gaps. */
export class ProductSetupService {
  constructor(
    private readonly db: Database,
    private readonly products: ListService,
    private readonly now: () => number = Date.now,
  ) {}

  /** Returns the setup state. @throws NOT_FOUND */
  async get(actor: Actor, productId: number): Promise<ProductSetup> {
    const product = await this.products.get(
      actor,
      productId,
      new Set(['id', 'productDomain', 'productUrl', 'moreHosts', 'createdAt']),
    );
    const since = await this.waitingSince(
      productId,
      product.createdAt instanceof Date ? product.createdAt.getTime() : 0,
    );
    const [access, click, conversion, sale, domains, cvSettings, ads, rejectedEvents] = await Promise.all([
      this.last('access', productId),
      this.last('interaction', productId),
      this.last('conversion', productId),
      this.lastSale(productId),
      select<{ sender_domain: string }>(this.db)`SELECT sender_domain FROM crossdomain
        WHERE product_id = ${productId}`,
      this.cvSettings(productId),
      this.db.read('SELECT id FROM ad WHERE product_id = ? AND status = 1 LIMIT 1', [productId]),
      this.readRejectedEvents(productId),
    ]);
    const own = textOrNull(product.productDomain);
    const site = hostOf(textOrNull(product.productUrl));
    const known = [
      ownDomain(own),
      ...(site ? [site] : []),
      ...listEntries(textOrNull(product.moreHosts)).map(normalDomain),
      ...domains.map(({ sender_domain: domain }) => normalDomain(domain)),
    ];
    const cvPages = own ? await this.cvHosts(productId) : [];
    const tag = await tagState(this.db, productId, known, since, this.now());
    const gaps: Record<SetupGap, boolean> = {
      no_domain: !own,
      no_cv_setting: cvSettings.length === 0,
      no_ad: ads.length === 0,
      no_hit: tag.seen === 'nothing',
      only_servers: tag.seen === 'other_endpoints',
      silent_landings: tag.seen === 'silent_landings',
      wrong_domain: tag.seen === 'other_domains',
      only_excluded: tag.seen === 'excluded',
      wrong_order: tag.wrongOrder,
      cv_elsewhere: cvPages.some((host) => !known.some((domain) => isUnderDomain(host, domain))),
      no_click: click === null,
      no_conversion: conversion === null,
      bad_events: rejectedEvents.length > 0,
    };
    return {
      productId,
      waitingSince: new Date(since),
      lastTagAt: tag.lastAt,
      hosts: tag.hosts,
      lastAccessAt: access,
      lastClickAt: click,
      lastConversionAt: conversion,
      lastSaleAt: sale,
      missing: setupGaps.filter((name) => gaps[name]),
      cvSettings,
      badEvents: rejectedEvents,
    };
  }

  private async last(
    table: 'access' | 'interaction' | 'conversion',
    productId: number,
  ): Promise<Date | null> {
    const [row] = await select<{ last: number | string | null }>(this.db)`SELECT MAX(time) AS last
      FROM ${sql(table)} WHERE product_id = ${productId}`;
    return instant(row?.last);
  }

  private async lastSale(productId: number): Promise<Date | null> {
    const [row] = await select<{ last: number | string | null }>(this.db)`SELECT MAX(c.time) AS last
      FROM ( SELECT time, amount_sen FROM conversion WHERE product_id = ${productId} ORDER BY time DESC
      LIMIT ${sql(NEWEST)} ) c WHERE c.amount_sen > 0`;
    return instant(row?.last);
  }

  private async waitingSince(productId: number, createdAt: number): Promise<number> {
    const [changed] = await select<{ at: number | string | null }>(this.db)`SELECT MAX(l.at) AS at
      FROM audit_log l JOIN audit_change c ON c.audit_id = l.id WHERE l.entity = 'product'
      AND l.entity_id = ${productId} AND c.field IN ('productDomain', 'productUrl')`;
    return Math.max(this.now() - WEEK_MS, createdAt, Number(changed?.at ?? 0));
  }

  /** Most settings' last conversion is among the product's newest ones; the others are searched individually. */
  private async cvSettings(productId: number) {
    const [settings, newest] = await Promise.all([
      select<{ id: number; title: string }>(this.db)`SELECT id, title FROM cv_setting
        WHERE product_id = ${productId} ORDER BY cv_type DESC, cv_slot`,
      select<{ id: number; last: number | string }>(this.db)`SELECT c.cv_setting_id AS id,
        MAX(c.time) AS last FROM ( SELECT cv_setting_id, time FROM conversion WHERE product_id = ${productId}
        ORDER BY time DESC LIMIT ${sql(NEWEST)} ) c GROUP BY c.cv_setting_id`,
    ]);
    const lastById = new Map(newest.map(({ id, last }) => [id, last]));
    return Promise.all(
      settings.map(async ({ id, title }) => ({
        id,
        title,
        lastConversionAt: instant(lastById.get(id) ?? (await this.lastOf(productId, id))),
      })),
    );
  }

  /** Returns the hosts of the CV pages that are detected by URL; a path alone stands for every host. */
  private async cvHosts(productId: number): Promise<string[]> {
    const rows = await select<{ cv_url: string }>(this.db)`SELECT cv_url FROM cv_setting
      WHERE product_id = ${productId} AND cv_condition <> ${CvCondition.BUTTON_CLICK} AND cv_url IS NOT NULL`;
    return rows
      .map(({ cv_url: url }) => (url.startsWith('/') ? '' : normalDomain(url)))
      .filter((host) => host !== '' && !host.includes('*'));
  }

  private async lastOf(productId: number, cvSettingId: number): Promise<number | string | null> {
    const [row] = await select<{ last: number | string | null }>(this.db)`SELECT MAX(time) AS last
      FROM conversion WHERE product_id = ${productId} AND cv_setting_id = ${cvSettingId}`;
    return row?.last ?? null;
  }

  private async readRejectedEvents(productId: number) {
    const rows = await select<{ door: string; reason: string; n: number | string; last: number | string }>(
      this.db,
    )`SELECT
      door, reason, COUNT(*) AS n, MAX(stored_at) AS last FROM bad_event WHERE product_id = ${productId}
      AND stored_at > ${this.now() - WEEK_MS} GROUP BY door, reason ORDER BY last DESC LIMIT ${MAX_REASONS}`;
    return rows.map(({ door, reason, n, last }) => ({
      door,
      reason,
      count: Number(n),
      lastAt: new Date(Number(last)),
    }));
  }
}
