import { isIP } from 'node:net';
import { rejectionReason } from '../../../shared/i18n/rejections';
import { isRecord, type UnknownRecord } from '../../../shared/records';
import {
  idFault,
  textFault,
  parseIsoTime,
  type ClickEvent,
  type ConversionEvent,
  type IncomingEvent,
  type MediaParams,
  type ViewEvent,
} from './incoming-event';

/** Reason to reject a line; the message names the field and the rule. */
export class RejectedLine extends Error {}

/** Rejects a line for a reason. */
export function reject(...reason: Parameters<typeof rejectionReason>): never {
  throw new RejectedLine(rejectionReason(...reason));
}

export const MAX_MONEY_YEN = 1e13;
const AHEAD_MS = 5 * 60_000;
const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** Fields of one line, parsed by common rules: null and empty mean absent. */
export class LineFields {
  /** @param numbersAreText for CSV, where numbers are text */
  constructor(
    private readonly values: UnknownRecord,
    private readonly numbersAreText: boolean,
  ) {}

  private raw(name: string): unknown {
    const value = Object.hasOwn(this.values, name) ? this.values[name] : undefined;
    return value === '' || value === null ? undefined : value;
  }

  has(name: string): boolean {
    return this.raw(name) !== undefined;
  }

  /** Returns text, or a number as text; null if absent. */
  text(name: string): string | null {
    const value = this.raw(name);
    if (value === undefined) return null;
    if (typeof value === 'string') return value;
    if (typeof value === 'number') return String(value);
    return reject('notText', { field: name });
  }

  /** Returns an id: at most 128 characters that both databases store unchanged. */
  id(name: string): string | null {
    const value = this.text(name);
    if (value === null) return null;
    const fault = idFault(name, value);
    if (fault !== null) throw new RejectedLine(fault);
    return value;
  }

  requiredId(...names: string[]): string {
    const name = names.find((candidate) => this.has(candidate)) ?? names[0] ?? '';
    return this.id(name) ?? reject('missing', { field: names[0] ?? '' });
  }

  /** Returns a JSON number (numeric text in CSV); undefined if absent. */
  number(name: string): number | undefined {
    let value = this.raw(name);
    if (value === undefined) return undefined;
    if (this.numbersAreText && typeof value === 'string' && JSON_NUMBER.test(value)) value = Number(value);
    if (typeof value !== 'number' || !Number.isFinite(value)) return reject('notNumber', { field: name });
    return value;
  }

  /** Returns the id of a setting: a whole number above 0; undefined if absent. */
  settingId(name: string): number | undefined {
    const value = this.number(name);
    if (value === undefined) return undefined;
    if (!Number.isSafeInteger(value) || value < 1) reject('notPositive', { field: name });
    return value;
  }

  /** Returns an amount in yen: 0 to 10^13 with at most two decimals; undefined if absent. */
  money(name: string): number | undefined {
    const value = this.number(name);
    if (value === undefined) return undefined;
    if (value < 0) reject('negative', { field: name });
    if (value > MAX_MONEY_YEN) reject('tooLarge', { field: name, max: MAX_MONEY_YEN });
    if (Math.round(value * 100) / 100 !== value) reject('tooManyDecimals', { field: name });
    return value === 0 ? 0 : value;
  }

  /** Returns epoch milliseconds of an ISO time at most five minutes ahead of `now`. */
  time(name: string, now: number): number {
    const value = this.text(name) ?? reject('missing', { field: name });
    const time = parseIsoTime(value) ?? reject('notIsoTime', { field: name });
    if (time > now + AHEAD_MS) reject('inFuture', { field: name });
    return time;
  }

  /** Returns an IPv4 or IPv6 address; null if absent. */
  address(name: string): string | null {
    const value = this.text(name);
    if (value !== null && (isIP(value) === 0 || value.includes('%'))) reject('notAddress', { field: name });
    return value;
  }

  /** Returns a query string, also from an object; null if absent. */
  query(name: string): string | null {
    const value = this.raw(name);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return this.text(name);
    const query = new URLSearchParams();
    for (const [key, part] of Object.entries(value)) {
      if (part === null || part === undefined) continue;
      if (typeof part === 'object') reject('notText', { field: `${name}.${key}` });
      query.append(key, String(part));
    }
    return query.toString() || null;
  }
}

/** Current settings of a product that a line is checked against. */
export interface LineProduct {
  hasAd(adId: number): boolean;
  /** Returns the ids of the ads with exactly this name, byte by byte. */
  adsNamed(name: string): readonly number[];
  hasCvSetting(cvSettingId: number): boolean;
  /** The product's LAST settings. */
  readonly lastCvSettingIds: readonly number[];
}

export interface LineContext {
  door: 's2s' | 'import';
  /** Epoch milliseconds. */
  now: number;
  /** Product of lines without one. */
  defaultProductId?: number | undefined;
  /** Type of lines without one (`/s2s/conversions`). */
  defaultType?: 'conversion' | undefined;
  /** CSV: numeric text counts as a number. */
  numbersAreText?: boolean;
  /** Returns the product; undefined if it does not exist or the caller may not write to it. */
  product(productId: number): LineProduct | undefined;
  /** `--create-ads`: returns the id, or a placeholder for it, of a new ad with an unused name. */
  createAd?(productId: number, name: string): number;
}

export type ParsedLine = { event: IncomingEvent } | { reason: string };

/** Limit of the ad settings. */
const MAX_AD_NAME_LENGTH = 255;

interface Base {
  productId: number;
  id: string;
  time: number;
  door: 's2s' | 'import';
  ip: string | null;
  ua: string | null;
}

const media = (fields: LineFields): MediaParams => ({
  xclid: fields.text('xclid'),
  ses: fields.text('ses'),
  key1: fields.text('key1'),
  key2: fields.text('key2'),
  key3: fields.text('key3'),
});

function adOf(fields: LineFields, productId: number, product: LineProduct, context: LineContext): number {
  const adId = fields.settingId('ad_id');
  if (adId !== undefined) return product.hasAd(adId) ? adId : reject('unknownAd', { id: adId });
  const name = fields.text('ad_name') ?? reject('missing', { field: 'ad_id' });
  const [match, second] = product.adsNamed(name);
  if (second !== undefined) reject('ambiguousAdName');
  if (match !== undefined) return match;
  if (!context.createAd) return reject('unknownAdName');
  const fault = name.trim() === '' ? 'ad_name is blank' : textFault('ad_name', name, MAX_AD_NAME_LENGTH);
  if (fault !== null) throw new RejectedLine(fault);
  return context.createAd(productId, name);
}

function cvSettingOf(fields: LineFields, product: LineProduct): number {
  const id = fields.settingId('cv_setting_id');
  if (id !== undefined) {
    return product.hasCvSetting(id) ? id : reject('unknownCvSetting', { id });
  }
  const [only, second] = product.lastCvSettingIds;
  if (only === undefined || second !== undefined) return reject('noLastSetting');
  return only;
}

/** Returns `a_iid` of a landing page's URL; null if it is missing or not a valid id. */
export function interactionOfUrl(url: string | null): string | null {
  if (!url?.includes('a_iid=')) return null;
  const query = /^[^?#]*\?([^#]*)/.exec(url)?.[1] ?? '';
  const id = new URLSearchParams(query).get('a_iid');
  return id && idFault('a_iid', id) === null ? id : null;
}

function click(fields: LineFields, base: Base, product: LineProduct, context: LineContext): ClickEvent {
  const cost = fields.money('cost') ?? null;
  return {
    ...base,
    type: 'click',
    visitorId: fields.requiredId('visitor_id'),
    redirectId: 0,
    lpoEntryId: 0,
    params: null,
    landingUrl: null,
    cost,
    ...media(fields),
    // Last, so a rejected line creates no ad.
    adId: adOf(fields, base.productId, product, context),
  };
}

function view(fields: LineFields, base: Base): ViewEvent {
  const url = fields.text('url');
  return {
    ...base,
    type: 'view',
    visitorId: fields.requiredId('visitor_id'),
    url,
    referrer: fields.text('referrer'),
    title: fields.text('title'),
    interactionRef: interactionOfUrl(url),
    landingAdId: null,
    ...media(fields),
  };
}

function conversion(fields: LineFields, base: Base, product: LineProduct): ConversionEvent {
  const visitorId = base.door === 'import' ? fields.requiredId('visitor_id') : fields.id('visitor_id');
  const interactionRef = base.door === 'import' ? null : fields.id('interaction_id');
  const userId = fields.id('user_id');
  if (visitorId === null && interactionRef === null && userId === null) {
    reject('noVisitor');
  }
  return {
    ...base,
    type: 'conversion',
    visitorId,
    interactionRef: visitorId === null ? interactionRef : null,
    cvSettingId: cvSettingOf(fields, product),
    amount: fields.money('amount') ?? 0,
    userId,
    args: fields.query('args'),
    otherKey1: fields.text('other_key1'),
    otherKey2: fields.text('other_key2'),
    otherKey3: fields.text('other_key3'),
    url: fields.text('url'),
    referrer: fields.text('referrer'),
  };
}

function parse(line: unknown, context: LineContext): IncomingEvent {
  if (!isRecord(line)) reject('notObject', { part: 'line' });
  const fields = new LineFields(line, context.numbersAreText ?? false);
  const type = fields.text('type') ?? context.defaultType ?? reject('missing', { field: 'type' });
  if (type !== 'click' && type !== 'view' && type !== 'conversion')
    reject('wrongType', { types: 'click, view or conversion' });
  const productId =
    fields.settingId('product_id') ?? context.defaultProductId ?? reject('missing', { field: 'product_id' });
  const product = context.product(productId) ?? reject('unknownProduct', { id: productId });
  const base: Base = {
    productId,
    id: fields.requiredId('id', 'event_id'),
    time: fields.time('time', context.now),
    door: context.door,
    ip: fields.address('ip'),
    ua: fields.text('ua'),
  };
  if (type === 'click') return click(fields, base, product, context);
  return type === 'view' ? view(fields, base) : conversion(fields, base, product);
}

/**
 * Parses one event line of import or S2S (interfaces: "Event lines"). Returns the event, or the reason of its
 * rejection with field and rule. Pure except for `context.createAd`.
 */
export function parseEventLine(line: unknown, context: LineContext): ParsedLine {
  try {
    return { event: parse(line, context) };
  } catch (error) {
    if (error instanceof RejectedLine) return { reason: error.message };
    throw error;
  }
}
