import type { MediaName } from '../redirect/click-query';

/** A CV setting as the tag and the collector need it. */
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

/** An ad network as it concerns landings. */
export interface AspData {
  id: number;
  /** HTML that it wants on the landing pages of its ads; null while it wants none or is switched off. */
  measurementTag: string | null;
}

export interface AdData {
  id: number;
  productId: number;
  code: string;
  name: string;
  aspId: number | null;
  active: boolean;
  /** False when the ad's asp is switched off; an ad without an asp is not affected. */
  aspActive: boolean;
  /** First and last Tokyo day (yyyymmdd) of live clicks; null: open. */
  periodFrom: number | null;
  periodTo: number | null;
  /** Yen a click costs. */
  clickCost: number;
  /** The performance_cv_flag in force. */
  performance: boolean;
  redirectUrl: string | null;
  /** The medium's values that are kept; the others are ignored. */
  media: MediaName[];
  /** Whether its results are told by a CV tag in the browser. */
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

/** Every setting that collectors work by, as read at one revision. Plain data: it is kept on disk as JSON. */
export interface SettingsData {
  revision: number;
  products: ProductData[];
  asps: AspData[];
  ads: AdData[];
  redirects: RedirectData[];
}
