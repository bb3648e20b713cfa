import { isIP } from 'node:net';
import { readAmountText, type ReadAmount } from '../../../shared/domain/amount-text';
import {
  clickIdsOfQuery,
  clickIdsOfUrl,
  NETWORK_CLICK_ID,
  selectClickIds,
  type ClickIds,
} from '../../../shared/domain/click-ids';
import { orderValue } from '../../../shared/domain/orders';
import { isRecord, type UnknownRecord } from '../../../shared/records';
import {
  idFault,
  textFault,
  parseIsoTime,
  type AmendmentEvent,
  type ClickEvent,
  type ConversionEvent,
  type IncomingEvent,
  type MediaParams,
  type ViewEvent,
} from './incoming-event';
import { readMatchKeys } from './match-keys';
import { reject, RejectedLine } from './rejected-line';

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

  /** Returns one of the given values; undefined for anything else. */
  oneOf<T extends string>(name: string, values: readonly T[]): T | undefined {
    const value = this.raw(name);
    return values.find((known) => known === value);
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

  /** Returns true or false (as text in CSV); undefined if absent. */
  flag(name: string): boolean | undefined {
    const value = this.raw(name);
    if (value === undefined || typeof value === 'boolean') return value;
    if (this.numbersAreText && typeof value === 'string' && /^(true|false)$/i.test(value))
      return value.toLowerCase() === 'true';
    return reject('notFlag', { field: name });
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

  /** Returns an amount that may be a text, as pages show it; 0 if absent. */
  amount(name: string): ReadAmount {
    const value = this.raw(name);
    if (typeof value === 'string' && value.trim() !== '') return readAmountText(value);
    return { amount: typeof value === 'string' ? 0 : (this.money(name) ?? 0), amountText: null };
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

  /** Returns a query string, also from an object or array: `a[0]=1&b[c]=2`; null if absent. */
  query(name: string): string | null {
    const value = this.raw(name);
    if (typeof value !== 'object' || value === null) return this.text(name);
    const query = new URLSearchParams();
    for (const [key, part] of flatParts(value)) query.append(key, part);
    return query.toString().replaceAll('%5B', '[').replaceAll('%5D', ']') || null;
  }

  /** Returns the known click ids of `click_ids`; those of the URL if the field is absent. */
  clickIds(url: string | null): ClickIds | undefined {
    return this.has('click_ids') ? clickIdsOfQuery(this.query('click_ids')) : clickIdsOfUrl(url);
  }
}

/** Yields the texts within a value with their names: `a`, `a[0]`, `a[b]`. */
function* flatParts(value: object, inside = ''): Generator<[name: string, text: string]> {
  const parts: [string, unknown][] = Object.entries(value);
  for (const [key, part] of parts) {
    const name = inside === '' ? key : `${inside}[${key}]`;
    if (typeof part === 'object' && part !== null) yield* flatParts(part, name);
    else if (part !== null && part !== undefined) yield [name, String(part)];
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
    clickIds: fields.clickIds(null),
    ...media(fields),
    // Last, so a rejected line creates no ad.
    adId: adOf(fields, base.productId, product, context),
  };
}

/** Returns the click ids of a view that may join a click; a field `xclid` is the network's own one. */
export function viewClickIds(fields: LineFields, url: string | null): ClickIds | undefined {
  const xclid = fields.text('xclid');
  const ids = fields.clickIds(url);
  if (xclid === null) return ids;
  return { ...ids, ...selectClickIds((name) => (name === NETWORK_CLICK_ID ? xclid : null)) };
}

function view(fields: LineFields, base: Base): ViewEvent {
  const url = fields.text('url');
  const interactionRef = interactionOfUrl(url);
  return {
    ...base,
    type: 'view',
    visitorId: fields.requiredId('visitor_id'),
    url,
    referrer: fields.text('referrer'),
    title: fields.text('title'),
    interactionRef,
    landingAdId: null,
    clickIds: interactionRef === null ? viewClickIds(fields, url) : undefined,
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
    match: readMatchKeys(fields),
  };
}

const MAX_REASON_LENGTH = 1000;

function amendment(fields: LineFields, base: Base, product: LineProduct): AmendmentEvent {
  const conversionId = fields.id('conversion_id');
  const order = conversionId === null ? orderValue(fields.text('order')) : null;
  if (conversionId === null && order === null) reject('noConversion');
  const cvSettingId = fields.settingId('cv_setting_id') ?? null;
  if (cvSettingId !== null && !product.hasCvSetting(cvSettingId))
    reject('unknownCvSetting', { id: cvSettingId });
  const amount = fields.money('amount') ?? null;
  const cancelled = fields.flag('cancelled') ?? null;
  if (amount === null && cancelled === null) reject('setsNothing');
  const reason = fields.text('reason');
  const fault = reason === null ? null : textFault('reason', reason, MAX_REASON_LENGTH);
  if (fault !== null) throw new RejectedLine(fault);
  return {
    ...base,
    type: 'amendment',
    visitorId: null,
    conversionId,
    order,
    cvSettingId,
    amount,
    cancelled,
    reason,
    authorId: null,
  };
}

function parse(line: unknown, context: LineContext): IncomingEvent {
  if (!isRecord(line)) reject('notObject', { part: 'line' });
  const fields = new LineFields(line, context.numbersAreText ?? false);
  const type = fields.text('type') ?? context.defaultType ?? reject('missing', { field: 'type' });
  if (type !== 'click' && type !== 'view' && type !== 'conversion' && type !== 'amendment')
    reject('wrongType', { types: 'click, view, conversion or amendment' });
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
  if (type === 'amendment') return amendment(fields, base, product);
  return type === 'view' ? view(fields, base) : conversion(fields, base, product);
}

/** Returns the event that is read, or the reason of its rejection. */
export function parsedLine(read: () => IncomingEvent): ParsedLine {
  try {
    return { event: read() };
  } catch (error) {
    if (error instanceof RejectedLine) return { reason: error.message };
    throw error;
  }
}

/**
 * Parses one event line of import or S2S (interfaces: "Event lines"). Returns the event, or the reason of its
 * rejection with field and rule. Pure except for `context.createAd`.
 */
export const parseEventLine = (line: unknown, context: LineContext): ParsedLine =>
  parsedLine(() => parse(line, context));
