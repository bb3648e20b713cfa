import type { MediaName } from '../redirect/click-query';

/** CV setting as the tag and the collector need it. */
export interface CvSettingData {
  id: number;
  /** 1 LAST, 0 MIDDLE. */
  cvType: number;
  cvSlot: number;
  /** 1 URL, 2 URL_REFERRER, 3 BUTTON_CLICK. */
  condition: number;
  cvUrl: string | null;
  referrerUrl: string | null;
}

export interface ProductData {
  id: number;
  companyId: number;
  name: string;
  domain: string | null;
  url: string | null;
  trackingTerm: number;
  excludedIps: string | null;
  senderDomains: string[];
  cvSettings: CvSettingData[];
}

/** Ad network settings for landings. */
export interface AspData {
  id: number;
  /** HTML for the landing pages of its ads; null if it has none or is switched off. */
  measurementTag: string | null;
}

export interface AdData {
  id: number;
  productId: number;
  code: string;
  name: string;
  aspId: number | null;
  active: boolean;
  /** False if the ad's network is switched off; true without a network. */
  aspActive: boolean;
  /** First and last Tokyo day (yyyymmdd) of live clicks; null if open. */
  periodFrom: number | null;
  periodTo: number | null;
  /** Cost of a click in yen. */
  clickCost: number;
  /** The performance_cv_flag in force. */
  performance: boolean;
  redirectUrl: string | null;
  /** Medium values to store; others are ignored. */
  media: MediaName[];
  /** True if a CV tag in the browser reports its results. */
  firesCvTag: boolean;
}

export interface VariantData {
  id: number;
  url: string;
  /** Whole percent. */
  rate: number;
}

export interface RedirectData {
  id: number;
  adId: number;
  code: string;
  url: string;
  dynamicLpurl: boolean;
  /** Empty when LPO is off. */
  variants: VariantData[];
}

/** All settings of the collectors at one revision. Plain data, stored on disk as JSON. */
export interface SettingsData {
  revision: number;
  products: ProductData[];
  asps: AspData[];
  ads: AdData[];
  redirects: RedirectData[];
}
