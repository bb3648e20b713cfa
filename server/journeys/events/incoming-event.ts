/**
 * How an event came in. `landing` is never given by a door: it marks the interactions that
 * derivation makes from page views with `a_ad`.
 */
export type Door = 'redirect' | 'landing' | 'collect' | 's2s' | 'import';

/**
 * Values of settings at the moment at which an event came to a live door: they count for it, however late it is
 * stored. An event without them (import, S2S, lines of former versions) takes the values of its storing.
 */
export interface ProductAtDoor {
  trackingTerm: number;
  /** Whether the event's IP was among the product's excluded ones. */
  excludedIp: boolean;
}

export interface ClickAtDoor extends ProductAtDoor {
  /** The ad's performance_cv_flag in force. */
  performance: boolean;
}

export interface ViewAtDoor extends ProductAtDoor {
  /** Of the ad that the view lands from; null when it makes no interaction. */
  ad: {
    performance: boolean;
    /** Yen. */
    clickCost: number;
  } | null;
}

export interface ConversionAtDoor extends ProductAtDoor {
  cvType: number;
  cvSlot: number;
}

interface EventBase {
  productId: number;
  /** The event's own outside id: at most 128 characters, compared byte by byte. */
  id: string;
  /** Epoch milliseconds. */
  time: number;
  door: Door;
  /** Address of the visitor's machine; null when the door knows none. Decides exclusion only. */
  ip: string | null;
  /** User agent; null when not given. A missing one is no bot, and device "other". */
  ua: string | null;
}

/** The medium's own values that came with a click or landing. */
export interface MediaParams {
  xclid: string | null;
  ses: string | null;
  key1: string | null;
  key2: string | null;
  key3: string | null;
}

/** One ad contact: a redirect that was followed, or a click line of import and S2S. */
export interface ClickEvent extends EventBase, MediaParams {
  type: 'click';
  visitorId: string;
  adId: number;
  /** 0: without a redirect. */
  redirectId: number;
  /** 0: without an LPO variant. */
  lpoEntryId: number;
  /** The click's own parameters as a query string without `?`. */
  params: string | null;
  landingUrl: string | null;
  /** Yen. Null: the ad's click_cost at the moment of storing. */
  cost: number | null;
  atDoor?: ClickAtDoor | undefined;
}

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
   * `a_ad` of a landing without `a_iid`: this view makes an interaction of the ad unless the
   * visit has one for the same ad and URL. The door has checked the ad's status and period.
   * Null on import and S2S, where a view's URL makes no interaction.
   */
  landingAdId: number | null;
  atDoor?: ViewAtDoor | undefined;
}

/** One conversion. Names its visitor by `visitorId`, else `interactionRef`, else `userId`. */
export interface ConversionEvent extends EventBase {
  type: 'conversion';
  visitorId: string | null;
  interactionRef: string | null;
  cvSettingId: number;
  /** Yen, at least 0. */
  amount: number;
  /** The advertiser's customer id. */
  userId: string | null;
  /** A query string: `order=1&sku=2`. */
  args: string | null;
  otherKey1: string | null;
  otherKey2: string | null;
  otherKey3: string | null;
  url: string | null;
  referrer: string | null;
  atDoor?: ConversionAtDoor | undefined;
}

/** What the doors hand to `ingest`. Exclusion (IP, bot) is decided there, not by the door. */
export type IncomingEvent = ClickEvent | ViewEvent | ConversionEvent;

/** What became of one event, by its place in the array. */
export type Outcome =
  { status: 'accepted' } | { status: 'duplicate' } | { status: 'rejected'; reason: string };
