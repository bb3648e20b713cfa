import { isRecord } from '../../../shared/records';
import type { ClickEvent, ConversionEvent, IncomingEvent, MediaParams, ViewEvent } from './incoming-event';
import { idFault, textFault } from './ids';
import { LineFields, reject, RejectedLine } from './line-fields';

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
