import type { ClickIds } from '../../../shared/domain/click-ids';
import { rejectionReason } from '../../../shared/i18n/rejections';
import { parseDateTime } from '../../../shared/domain/calendar';
import type { MatchKeys } from './match-keys';
import type { ReportedStatus } from '../../../shared/catalog/postback-source';

/** Longest id of an event, visitor or customer, in characters. */
const MAX_ID_LENGTH = 128;

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Returns the reason why a text can't be stored unchanged in a column of this length; null if it can. */
export function textFault(field: string, text: string, max: number): string | null {
  if (text === '') return rejectionReason('missing', { field });
  if (text.length > max && [...text].length > max) return rejectionReason('tooLong', { field, max });
  // SQLite ends a text at a NUL.
  if (text.includes('\0')) return `${field} holds a NUL character`;
  return LONE_SURROGATE.test(text) ? rejectionReason('notUnicode', { field }) : null;
}

/** The same check for an id. */
export const idFault = (field: string, id: string): string | null => textFault(field, id, MAX_ID_LENGTH);

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d\S*$/;

/**
 * Parses an ISO 8601 date-time with `T`, the format of event lines, to epoch milliseconds. Seconds and
 * fraction are optional. Undefined for anything else, including the other formats of `parseDateTime`.
 */
export const parseIsoTime = (text: string): number | undefined =>
  ISO.test(text) ? (parseDateTime(text) ?? undefined) : undefined;

/** Maximum length of a stored click id, session or key of a medium, in characters. */
export const MEDIUM_VALUE_LENGTH = 1024;

/**
 * Returns a medium's value, or null if it can't be stored whole. A truncated id is useless to the medium, and
 * SQLite ends a text at a NUL.
 */
export const wholeMediumValue = (value: string | null): string | null =>
  value !== null && value.length <= MEDIUM_VALUE_LENGTH && !value.includes('\0') ? value : null;

/**
 * Source of an event. `landing` does not come from an endpoint: it marks interactions that derivation creates
 * from page views with `a_ad`.
 */
type EventOrigin = 'redirect' | 'landing' | 'collect' | 's2s' | 'postback' | 'import' | 'console';

/**
 * Settings at the moment an event arrived at a live endpoint. They apply to it however late it is stored. An
 * event without them (import, S2S, lines of earlier versions) uses the settings at the time of storing.
 */
interface ProductSettings {
  trackingTerm: number;
  /** True if the event's IP was among the product's excluded IPs. */
  excludedIp: boolean;
  /** Verdict of the product's lists of user agents; null if neither listed it. Lines of 0.2.0 lack it. */
  listedRobot?: boolean | null | undefined;
}

/** Settings for events of the tag. */
interface PageSettings extends ProductSettings {
  /** True if the page's host was not measured. Lines of 0.2.0 lack it. */
  foreignHost?: boolean | undefined;
}

interface ClickSettings extends ProductSettings {
  /** The ad's performance_cv_flag in force. */
  performance: boolean;
}

interface ViewSettings extends PageSettings {
  /** The landing ad; null if the view creates no interaction. */
  ad: {
    performance: boolean;
    /** Yen. */
    clickCost: number;
  } | null;
}

interface ConversionSettings extends PageSettings {
  cvType: number;
  cvSlot: number;
}

interface EventBase {
  productId: number;
  /** External id of the event: at most 128 characters, compared byte by byte. */
  id: string;
  /** Epoch milliseconds. */
  time: number;
  door: EventOrigin;
  /** Address of the visitor's machine; null if unknown to the endpoint. Used for exclusion only. */
  ip: string | null;
  /** User agent; null if missing, which means no bot and device "other". */
  ua: string | null;
}

/** The medium's own values of a click or landing. */
export interface MediaParams {
  xclid: string | null;
  ses: string | null;
  key1: string | null;
  key2: string | null;
  key3: string | null;
}

/** One ad contact: a followed redirect, or a click line of import and S2S. */
export interface ClickEvent extends EventBase, MediaParams {
  type: 'click';
  visitorId: string;
  adId: number;
  /** 0 without a redirect. */
  redirectId: number;
  /** 0 without an LPO variant. */
  lpoEntryId: number;
  /** The click's own parameters as a query string without `?`. */
  params: string | null;
  landingUrl: string | null;
  /** Yen. Null: the ad's click_cost at the time of storing. */
  cost: number | null;
  /** Click ids of ad platforms; a network's own one is `xclid`. */
  clickIds?: ClickIds | undefined;
  atDoor?: ClickSettings | undefined;
}

/** Kinds of navigation that open a page. */
export const navigations = ['navigate', 'reload', 'back_forward'] as const;
type Navigation = (typeof navigations)[number];

/** One page view on the advertiser's site. */
export interface ViewEvent extends EventBase, MediaParams {
  type: 'view';
  visitorId: string;
  url: string | null;
  referrer: string | null;
  title: string | null;
  /** `a_iid`: the interaction that this landing takes over; it may not be stored yet. */
  interactionRef: string | null;
  /**
   * `a_ad` of a landing without `a_iid`. The view creates an interaction of the ad unless the visit has one
   * for the same ad and URL. The endpoint has checked the ad's status and period. Null on import and S2S,
   * where the URL of a view creates no interaction.
   */
  landingAdId: number | null;
  /** Click ids of a view without `interactionRef`, a network's own one included. */
  clickIds?: ClickIds | undefined;
  /** How the browser opened the page; undefined if the tag did not tell. */
  nav?: Navigation | undefined;
  /** True if the referrer is on a host of the shop's own. */
  ownReferrer?: boolean | undefined;
  atDoor?: ViewSettings | undefined;
}

/** What a postback says beyond an event line. */
export interface PostbackReport {
  /** Name of the source. */
  source: string;
  /** The number of the order; it becomes the argument that the CV setting names. */
  order: string | null;
  /** A click id; the name of its parameter is null if it is none of the known ones. */
  clickId: { name: string | null; value: string } | null;
  status: ReportedStatus | null;
}

/** One conversion. Identifies its visitor by `visitorId`, else `interactionRef`, else `userId`. */
export interface ConversionEvent extends EventBase {
  type: 'conversion';
  visitorId: string | null;
  interactionRef: string | null;
  cvSettingId: number;
  /** Yen, at least 0. */
  amount: number;
  /** The amount as the page wrote it, if it could not be read. */
  amountText?: string | null | undefined;
  /** The advertiser's customer id. */
  userId: string | null;
  /** A query string: `order=1&sku=2`. */
  args: string | null;
  otherKey1: string | null;
  otherKey2: string | null;
  otherKey3: string | null;
  url: string | null;
  referrer: string | null;
  /** Consent, and keys by which ad platforms recognise the visitor. */
  match?: MatchKeys | undefined;
  atDoor?: ConversionSettings | undefined;
  /** Set for a postback, whose visitor may also be known by a click id or unknown. */
  postback?: PostbackReport | undefined;
}

/** A change of a conversion: a refund, a cancellation or their end (domain.md 8.6). */
export interface AmendmentEvent extends EventBase {
  type: 'amendment';
  /** Amendments have no visitor of their own. */
  visitorId: null;
  /** Event id of the conversion; null if `order` names it. */
  conversionId: string | null;
  /** Value of the order (see `orderValue`). */
  order: string | null;
  /** Null: the only setting with such a conversion. */
  cvSettingId: number | null;
  /** Yen; null leaves the amount. */
  amount: number | null;
  cancelled: boolean | null;
  reason: string | null;
  /** The user who entered it in the console; null for other endpoints. */
  authorId: number | null;
  atDoor?: undefined;
}

/** Event that endpoints pass to `ingest`, which also decides exclusion (IP, bot). */
export type IncomingEvent = ClickEvent | ViewEvent | ConversionEvent | AmendmentEvent;

/**
 * Result of storing one event. `waits`: its click or customer is not known yet, so the caller has to keep it (see
 * `WaitingEvent`).
 */
export type Outcome =
  { status: 'accepted'; waits?: true } | { status: 'duplicate' } | { status: 'rejected'; reason: string };
