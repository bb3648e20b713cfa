import { endOfDay, startOfDay } from '../../../shared/domain/calendar/day';
import { normalDomain } from '../http/domains';
import { landingPage, type LandingPage } from '../redirect/landing-page';
import type { AdData, CvSettingData, ProductData, RedirectData, SettingsData } from './settings-data';

/** One landing page among which a link chooses. */
export interface VariantPage {
  id: number;
  rate: number;
  page: LandingPage;
}

/** Why an ad makes no interaction at the moment. */
export type AdRefusal = 'ad_invalid' | 'asp_invalid' | 'out_of_period';

/** An ad with its period as instants. */
export interface LiveAd extends AdData {
  /** Epoch milliseconds, both inclusive. */
  from: number;
  until: number;
}

/** All that a click on one `/r/{code}` needs, worked out beforehand. */
export interface Link {
  code: string;
  productId: number;
  ad: LiveAd;
  /** 0 for an ad's own posting URL. */
  redirectId: number;
  page: LandingPage;
  /** Empty without LPO. */
  variants: VariantPage[];
  /** Domains that `lpurl=` may lead to; empty when the link takes none. */
  dynamicDomains: string[];
}

/** A product as the doors see it. */
export interface LiveProduct {
  id: number;
  name: string;
  url: string | null;
  /** In normal form; empty when none is set. */
  domain: string;
  senderDomains: string[];
  cvSettings: ReadonlyMap<number, CvSettingData>;
  lastCvSettingIds: number[];
  ads: ReadonlyMap<number, LiveAd>;
  adsByName: ReadonlyMap<string, number[]>;
}

/** The settings of one revision, ready to be asked on the hot path. */
export interface Snapshot {
  revision: number;
  links: ReadonlyMap<string, Link>;
  products: ReadonlyMap<number, LiveProduct>;
}

/** Why the ad makes no interaction at this instant; undefined when it does. */
export function adRefusal(ad: LiveAd, now: number): AdRefusal | undefined {
  if (!ad.active) return 'ad_invalid';
  if (!ad.aspActive) return 'asp_invalid';
  return now < ad.from || now > ad.until ? 'out_of_period' : undefined;
}

/** Works out the links and products of the settings. Links whose every page is unusable are left out. */
export function compileSnapshot(data: SettingsData): Snapshot {
  const ads = new Map(data.ads.map((ad) => [ad.id, liveAd(ad)]));
  const products = new Map<number, GrowingProduct>();
  const pages = new Map<number, LandingPage | undefined>();
  for (const product of data.products) {
    products.set(product.id, liveProduct(product));
    pages.set(product.id, landingPage(product.url) ?? landingPage(`https://${normalDomain(product.domain)}/`));
  }
  for (const ad of ads.values()) addAd(products.get(ad.productId), ad);
  const links = new Map<string, Link>();
  for (const ad of ads.values()) {
    const page = landingPage(ad.redirectUrl) ?? pages.get(ad.productId);
    if (page) links.set(ad.code, { ...linkOf(ad, ad.code, 0), page });
  }
  for (const redirect of data.redirects) {
    const ad = ads.get(redirect.adId);
    const product = ad && products.get(ad.productId);
    if (!ad || !product) continue;
    const page = landingPage(redirect.url) ?? landingPage(ad.redirectUrl) ?? pages.get(ad.productId);
    if (page) links.set(redirect.code, redirectLink(redirect, ad, product, page));
  }
  return { revision: data.revision, links, products };
}

function linkOf(ad: LiveAd, code: string, redirectId: number): Omit<Link, 'page'> {
  return { code, productId: ad.productId, ad, redirectId, variants: [], dynamicDomains: [] };
}

function redirectLink(redirect: RedirectData, ad: LiveAd, product: LiveProduct, page: LandingPage): Link {
  return {
    ...linkOf(ad, redirect.code, redirect.id),
    page,
    variants: redirect.variants.flatMap((variant) => {
      const variantPage = landingPage(variant.url);
      return variantPage ? [{ id: variant.id, rate: variant.rate, page: variantPage }] : [];
    }),
    dynamicDomains: redirect.dynamicLpurl ? [product.domain, ...product.senderDomains] : [],
  };
}

function liveAd(ad: AdData): LiveAd {
  return {
    ...ad,
    from: ad.periodFrom === null ? -Infinity : startOfDay(ad.periodFrom),
    until: ad.periodTo === null ? Infinity : endOfDay(ad.periodTo),
  };
}

interface GrowingProduct extends LiveProduct {
  ads: Map<number, LiveAd>;
  adsByName: Map<string, number[]>;
}

function liveProduct(product: ProductData): GrowingProduct {
  return {
    id: product.id,
    name: product.name,
    url: product.url,
    domain: normalDomain(product.domain),
    senderDomains: product.senderDomains.map(normalDomain).filter((domain) => domain !== ''),
    cvSettings: new Map(product.cvSettings.map((setting) => [setting.id, setting])),
    lastCvSettingIds: product.cvSettings.filter((setting) => setting.cvType === 1).map((setting) => setting.id),
    ads: new Map(),
    adsByName: new Map(),
  };
}

function addAd(product: GrowingProduct | undefined, ad: LiveAd): void {
  if (!product) return;
  const { ads, adsByName } = product;
  ads.set(ad.id, ad);
  const namesakes = adsByName.get(ad.name);
  if (namesakes) namesakes.push(ad.id);
  else adsByName.set(ad.name, [ad.id]);
}
