import { rejectionReason } from '../../../shared/i18n/rejections';
import { isRecord, type UnknownRecord } from '../../../shared/records';
import {
  hasOwnReferrer,
  idFault,
  interactionOfUrl,
  LineFields,
  navigations,
  parseIsoTime,
  readMatchKeys,
  reject,
  RejectedLine,
  viewClickIds,
} from '../../journeys';
import type { ConversionEvent, IncomingEvent, MediaParams, ViewEvent } from '../../journeys';
import { hostOf, isUnderDomain } from '../http/domains';
import { visitorOfToken } from '../tag/visitor-token';
import { durableVisitor, type CookieVisitors } from './own-site';
import { MEDIA_NAMES, type MediaName } from '../redirect/click-query';
import type { CvSettingData } from '../snapshot/snapshot-file';
import { adRefusal, type LiveProduct, type Snapshot } from '../snapshot/snapshot';

/** Context that the endpoint adds to an item. */
export interface ItemContext {
  settings: Snapshot;
  /** Epoch milliseconds. */
  now: number;
  ip: string | null;
  ua: string | null;
  /** Visitors of the tracker's cookies; undefined unless the page is on its site. */
  cookies: CookieVisitors | undefined;
}

/**
 * Parsed item of `POST /collect`: an event (with the reason if its ad creates no interaction) or a rejection.
 * `elsewhere` marks a rejection that another tag of the page reports, so it needs no record. `adUnknown` marks
 * a landing whose ad the product does not have.
 */
export type CollectItem =
  | { event: IncomingEvent; adRefused?: string | undefined; adUnknown?: boolean }
  | { reason: string; productId: number | null; elsewhere?: boolean };

const ONE_DAY_MS = 24 * 60 * 60_000;
const NO_MEDIA: MediaParams = { xclid: null, ses: null, key1: null, key2: null, key3: null };

/** Fields of both views and conversions. */
interface Common {
  productId: number;
  id: string;
  time: number;
  door: 'collect';
  ip: string | null;
  ua: string | null;
  visitorId: string;
  url: string | null;
  referrer: string | null;
}

/** Parses one item; never throws. */
export function parseCollectItem(item: unknown, context: ItemContext): CollectItem {
  let productId: number | null = null;
  try {
    if (!isRecord(item)) reject('notObject', { part: 'event' });
    const fields = new LineFields(item, false);
    const type = fields.text('type');
    if (type !== 'view' && type !== 'cv') reject('wrongType', { types: 'view or cv' });
    const id = fields.settingId('product_id');
    if (id === undefined) reject('missing', { field: 'product_id' });
    const product = context.settings.products.get(id);
    if (!product) reject('unknownProduct', { id });
    productId = id;
    const common = readCommon(fields, product, context, item);
    return type === 'view'
      ? view(fields, common, product)
      : { event: conversion(fields, common, product, context.settings) };
  } catch (error) {
    if (error instanceof OtherProductsTag) return { reason: error.message, productId, elsewhere: true };
    if (error instanceof RejectedLine) return { reason: error.message, productId };
    throw error;
  }
}

function readCommon(
  fields: LineFields,
  product: LiveProduct,
  { now, ip, ua, cookies }: ItemContext,
  item: UnknownRecord,
): Common {
  const url = fields.text('url');
  const referrer = fields.text('referrer');
  const given = fields.requiredId('visitor_id');
  const visitorId =
    handedOverVisitor(url, referrer, product, now) ?? (cookies ? durableVisitor(cookies, given, now) : given);
  const id = fields.requiredId('event_id', 'id');
  // An order's id begins with its visitor: the same order is one also after a change of the visitor id.
  const own = id.startsWith(`${given}-`) ? visitorId + id.slice(given.length) : id;
  return {
    productId: product.id,
    id: idFault('event_id', own) === null ? own : id,
    time: timeOf(item.time, now),
    door: 'collect',
    ip,
    ua,
    visitorId,
    url,
    referrer,
  };
}

/** Returns the client's time if it is within the last 24 hours, else the server's. */
function timeOf(value: unknown, now: number): number {
  const time =
    typeof value === 'number'
      ? Math.trunc(value)
      : typeof value === 'string'
        ? parseIsoTime(value)
        : undefined;
  return time !== undefined && time <= now && time >= now - ONE_DAY_MS ? time : now;
}

/** Returns the visitor in `a_vid` of the page URL if the page may take it over. */
function handedOverVisitor(
  url: string | null,
  referrer: string | null,
  product: LiveProduct,
  now: number,
): string | undefined {
  const text = paramOf(url, 'a_vid');
  if (text === null) return undefined;
  const host = hostOf(referrer);
  const isReferred = referrer ? product.domains.some((domain) => isUnderDomain(host, domain)) : undefined;
  const id = visitorOfToken(text, product.id, now, isReferred);
  return id !== '' && idFault('a_vid', id) === null ? id : undefined;
}

/** Returns a query parameter of a URL; null if absent or empty. */
function paramOf(url: string | null, name: string): string | null {
  if (!url?.includes(name + '=')) return null;
  return new URLSearchParams(/\?([^#]*)/.exec(url)?.[1] ?? '').get(name) || null;
}

/** Writes out each field for speed: object spreads of many fields are slower than parsing them. */
function view(fields: LineFields, common: Common, product: LiveProduct): CollectItem {
  if (common.url === null) reject('missing', { field: 'url' });
  const interactionRef = fields.id('interaction_id') ?? interactionOfUrl(common.url);
  const adId = interactionRef === null ? (fields.settingId('ad_id') ?? landingAdId(common.url)) : null;
  const ad = adId === null ? undefined : product.ads.get(adId);
  const adRefused = ad && adRefusal(ad, common.time);
  const landing = adRefused ? undefined : ad;
  const media = ad ? mediaOf(fields, common.url, ad.media) : NO_MEDIA;
  const event: ViewEvent = {
    type: 'view',
    productId: common.productId,
    id: common.id,
    time: common.time,
    door: common.door,
    ip: common.ip,
    ua: common.ua,
    visitorId: common.visitorId,
    url: common.url,
    referrer: common.referrer,
    title: fields.text('title'),
    interactionRef,
    landingAdId: landing?.id ?? null,
    clickIds: interactionRef === null ? viewClickIds(fields, common.url) : undefined,
    nav: landing && fields.oneOf('nav', navigations),
    ownReferrer: landing && hasOwnReferrer(common, product.domains),
    xclid: media.xclid,
    ses: media.ses,
    key1: media.key1,
    key2: media.key2,
    key3: media.key3,
    atDoor: {
      trackingTerm: product.trackingTerm,
      excludedIp: product.excluded(common.ip),
      listedRobot: product.listedRobot(common.ua),
      foreignHost: product.hosts.excludes(common.url),
      ad: landing ? { performance: landing.performance, clickCost: landing.clickCost } : null,
    },
  };
  return { event, adRefused, adUnknown: adId !== null && !ad };
}

/** Returns the ad id in a page URL (`a_ad`), of any product. */
export function landingAdId(url: string | null): number | null {
  const id = Number(paramOf(url, 'a_ad') ?? NaN);
  return Number.isSafeInteger(id) ? id : null;
}

/** Returns the enabled medium values: from the item, else from the URL's `a_` parameters. */
function mediaOf(fields: LineFields, url: string, enabled: readonly MediaName[]): MediaParams {
  const media = { ...NO_MEDIA };
  for (const name of MEDIA_NAMES) {
    if (enabled.includes(name)) media[name] = fields.text(name) ?? paramOf(url, `a_${name}`);
  }
  return media;
}

function conversion(
  fields: LineFields,
  common: Common,
  product: LiveProduct,
  settings: Snapshot,
): ConversionEvent {
  const setting = cvSettingOf(fields, product, settings);
  const { amount, amountText } = fields.amount('amount');
  return {
    type: 'conversion',
    productId: common.productId,
    id: common.id,
    time: common.time,
    door: common.door,
    ip: common.ip,
    ua: common.ua,
    visitorId: common.visitorId,
    url: common.url,
    referrer: common.referrer,
    interactionRef: null,
    cvSettingId: setting.id,
    amount,
    amountText,
    userId: fields.id('user_id'),
    args: fields.query('args'),
    otherKey1: fields.text('other_key1'),
    otherKey2: fields.text('other_key2'),
    otherKey3: fields.text('other_key3'),
    match: readMatchKeys(fields),
    atDoor: {
      trackingTerm: product.trackingTerm,
      excludedIp: product.excluded(common.ip),
      listedRobot: product.listedRobot(common.ua),
      foreignHost: product.hosts.excludes(common.url),
      cvType: setting.cvType,
      cvSlot: setting.cvSlot,
    },
  };
}

/** A conversion of another product whose tag is on the same page: pages report to all tags. */
class OtherProductsTag extends RejectedLine {}

function cvSettingOf(fields: LineFields, product: LiveProduct, { products }: Snapshot): CvSettingData {
  const id = fields.settingId('cv_setting_id');
  const [only, second] = product.lastCvSettingIds;
  if (id === undefined && (only === undefined || second !== undefined)) reject('noLastSetting');
  const setting = product.cvSettings.get(id ?? only ?? 0);
  if (!setting) {
    const isOthers =
      (fields.number('tags') ?? 0) > 1 &&
      [...products.values()].some(
        (other) => other.companyId === product.companyId && other.cvSettings.has(id ?? 0),
      );
    throw new (isOthers ? OtherProductsTag : RejectedLine)(
      rejectionReason('unknownCvSetting', { id: String(id) }),
    );
  }
  return setting;
}
