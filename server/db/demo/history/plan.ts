/** How one ad behaves in a synthetic history. */
export interface AdProfile {
  adId: number;
  /** Popularity against the other ads. */
  weight: number;
  /** Popularity as the first touch of a journey, against `weight`: above 1 opens journeys, below 1 closes them. */
  opener: number;
  /** Multiplies the plan's conversion rate. */
  conversion: number;
  /** Weights of pc, smartphone, tablet, no user agent. */
  devices: readonly [number, number, number, number];
  /** Links of the ad; empty: its clicks carry no redirect. */
  links: readonly LinkProfile[];
  /** Popularity by calendar month (January first), against 1. */
  season?: readonly number[] | undefined;
}

export interface LinkProfile {
  redirectId: number;
  /** LPO variants with the ratio that is delivered (percent) and conversion rate against the ad's. */
  variants: readonly { entryId: number; rate: number; conversion: number }[];
}

/** A CV setting and how often it happens. */
export interface CvProfile {
  cvSettingId: number;
  weight: number;
  /** Mean and deviation of the amount's logarithm (yen); null: no amount. */
  amount: { mu: number; sigma: number } | null;
}

/** Everything that a synthetic history of one product is made from. */
export interface HistoryPlan {
  productId: number;
  /** Begins every event id and visitor id, so that the same plan again is all duplicates. */
  prefix: string;
  seed: number;
  /** Number of ad contacts to make. */
  clicks: number;
  /** Clicks a person: Pareto with this exponent, at least 1, at most `maxClicks`. */
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
  /** Share of conversions that are middle ones. */
  middleShare: number;
  /** Conversions of people who touched no ad, as a share of clicks x conversionRate. */
  organicShare: number;
  /** Page views a click, on average. */
  viewsPerClick: number;
  /** Probability that a buyer gives a customer id, and then comes back to buy without a click. */
  customerIdShare: number;
  returnRate: number;
  /** Probability that a buyer has a second browser. */
  secondDeviceShare: number;
  /** Share of events that are bots or come from an excluded address. */
  botShare: number;
  /** Address of the advertiser's site, without a slash at the end. */
  site: string;
  /** Popularity by calendar month (January first), against 1. */
  season: readonly number[];
  /** Traffic at the end against the beginning. */
  growth: number;
}

/** The generator that the project's performance figures were measured with. */
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
