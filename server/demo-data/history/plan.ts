/** Behavior of an ad in a synthetic history. */
export interface AdProfile {
  adId: number;
  /** Popularity relative to the other ads. */
  weight: number;
  /**
   * Popularity as the first touch of a journey, relative to `weight`: above 1 starts journeys, below 1 ends
   * them.
   */
  opener: number;
  /** Multiplies the plan's conversion rate. */
  conversion: number;
  /** Weights of pc, smartphone, tablet, no user agent. */
  devices: readonly [number, number, number, number];
  /** Links of the ad; without any, its clicks have no redirect. */
  links: readonly LinkProfile[];
  /** Popularity by calendar month (January first), relative to 1. */
  season?: readonly number[] | undefined;
}

export interface LinkProfile {
  redirectId: number;
  /** LPO variants with the delivered ratio (percent) and the conversion rate relative to the ad's. */
  variants: readonly { entryId: number; rate: number; conversion: number }[];
}

/** CV setting and its frequency. */
export interface CvProfile {
  cvSettingId: number;
  weight: number;
  /** Mean and deviation of the amount's logarithm (yen); null: no amount. */
  amount: { mu: number; sigma: number } | null;
}

/** Parameters of a product's synthetic history. */
export interface HistoryPlan {
  productId: number;
  /** Prefix of every event id and visitor id, so a repeated plan yields duplicates only. */
  prefix: string;
  seed: number;
  /** Number of ad contacts. */
  clicks: number;
  /** Clicks per person: Pareto with this exponent, at least 1, at most `maxClicks`. */
  clicksExponent: number;
  maxClicks: number;
  /** Epoch milliseconds, from Tokyo midnight to Tokyo midnight (exclusive). */
  from: number;
  to: number;
  ads: readonly AdProfile[];
  last: readonly CvProfile[];
  middle: readonly CvProfile[];
  /** Probability that a click converts. */
  conversionRate: number;
  /** Share of middle conversions. */
  middleShare: number;
  /** Conversions of people without ad contacts, as a share of clicks x conversionRate. */
  organicShare: number;
  /** Average page views per click. */
  viewsPerClick: number;
  /** Probability that a buyer gives a customer id, and then returns to buy without a click. */
  customerIdShare: number;
  returnRate: number;
  /** Probability that a buyer has a second browser. */
  secondDeviceShare: number;
  /** Share of events that are bots or come from an excluded address. */
  botShare: number;
  /** Address of the advertiser's site, without a trailing slash. */
  site: string;
  /** Popularity by calendar month (January first), relative to 1. */
  season: readonly number[];
  /** Traffic at the end relative to the start. */
  growth: number;
}

/** Parameters behind the project's performance measurements. */
export const MEASURED_MODEL = {
  // Density exponent 2.3.
  clicksExponent: 1.3,
  maxClicks: 300,
  conversionRate: 0.04,
  middleShare: 0.3,
  organicShare: 0.04,
  viewsPerClick: 4,
  customerIdShare: 0.6,
  returnRate: 0.1,
  secondDeviceShare: 0.1,
  botShare: 0,
  season: Array<number>(12).fill(1),
  growth: 1,
} as const satisfies Partial<HistoryPlan>;
