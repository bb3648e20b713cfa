import type { UnrecordedReason } from '../../../shared/catalog';
import { endOfDay, startOfDay } from '../../../shared/domain/calendar/day';
import type { AddressList } from '../../../shared/address-list';
import { listEntries } from '../../../shared/settings/fields/formats';
import {
  exclusionsOf,
  listedVerdictOf,
  measuredHosts,
  type MeasuredHosts,
  type ListedVerdict,
} from '../../journeys';
import { normalDomain, ownDomain, siteOf } from '../http/domains';
import type { PostbackSourceData } from '../postback/postback-sources';
import { landingPage, type LandingPage } from '../redirect/landing-page';
import type {
  AdData,
  CvSettingData,
  ProductData,
  RedirectData,
  SettingsData,
  VariantData,
} from './snapshot-file';

/** One landing page that a link chooses from. */
export interface VariantPage {
  id: number;
  rate: number;
  page: LandingPage;
}

/** Reason why an ad creates no interaction at the moment. */
export type AdRefusal = UnrecordedReason;

/** An ad with its period as instants. */
export interface LiveAd extends AdData {
  /** Epoch milliseconds, both inclusive. */
  from: number;
  until: number;
  /** Tag of its ad network for landings; null if it has none. */
  measurementTag: string | null;
}

/** Precomputed data of a click on one `/r/{code}`. */
export interface Link {
  code: string;
  product: LiveProduct;
  ad: LiveAd;
  /** 0 for an ad's own posting URL. */
  redirectId: number;
  page: LandingPage;
  /** Empty without LPO. */
  variants: VariantPage[];
  /** Domains that `lpurl=` may lead to; empty if the link does not accept it. */
  dynamicDomains: string[];
}

/** A product as the endpoints use it. */
export interface LiveProduct {
  id: number;
  companyId: number;
  name: string;
  url: string | null;
  trackingTerm: number;
  /** Normalized tracking host on the advertiser's own domain; empty if not set. */
  trackerHost: string;
  /** Excluded IPs of the product. */
  excluded: AddressList;
  /** Verdict of the product's lists of user agents. */
  listedRobot: ListedVerdict;
  hosts: MeasuredHosts;
  /** Normalized; empty if not set. */
  domain: string;
  senderDomains: string[];
  /**
   * The product's own domains (product_domain, host of product_url) and sender domains, which share the
   * visitor id.
   */
  domains: string[];
  /** All hosts of the product's pages: `domains` and further ones; each includes the hosts below it. */
  pageHosts: string[];
  /** Registrable domains of `pageHosts`. */
  sites: string[];
  cvSettings: ReadonlyMap<number, CvSettingData>;
  lastCvSettingIds: number[];
  ads: ReadonlyMap<number, LiveAd>;
  adsByName: ReadonlyMap<string, number[]>;
  /** True if any of its ads has a measurement tag. */
  measures: boolean;
  /** True if any of its ads reports results by a CV tag. */
  firesCvTags: boolean;
}

/** Settings of one revision, compiled for the hot path. */
export interface Snapshot {
  revision: number;
  links: { get(code: string): Link | undefined };
  products: ReadonlyMap<number, LiveProduct>;
  /** Sources of incoming postbacks by the hash of their token. */
  postbackSources: ReadonlyMap<string, PostbackSourceData>;
}

/** Returns the reason why the ad creates no interaction at this instant, or undefined. */
export function adRefusal(ad: LiveAd, now: number): AdRefusal | undefined {
  if (!ad.active) return 'ad_invalid';
  if (!ad.aspActive) return 'asp_invalid';
  return now < ad.from || now > ad.until ? 'ad_outside_period' : undefined;
}

/** Compiles the products of the settings at once, and each link when it is first followed. */
export function compileSnapshot(data: SettingsData): Snapshot {
  const tags = new Map(data.asps.map((asp) => [asp.id, asp.measurementTag || null]));
  const ads = new Map(data.ads.map((ad) => [ad.id, liveAd(ad, tags.get(ad.aspId ?? 0) ?? null)]));
  const products = new Map(data.products.map((product) => [product.id, liveProduct(product)]));
  for (const ad of ads.values()) addAd(products.get(ad.productId), ad);
  const postbackSources = new Map(data.postbackSources.map((source) => [source.tokenHash, source]));
  return { revision: data.revision, links: new LinkTable(data, ads, products), products, postbackSources };
}

/** Links by code, compiled on first use: splitting ten thousand URLs at once would delay clicks. */
class LinkTable {
  private readonly ready = new Map<string, Link>();
  private readonly adsByCode: ReadonlyMap<string, LiveAd>;
  private readonly redirectsByCode: ReadonlyMap<string, RedirectData>;

  constructor(
    { redirects }: SettingsData,
    private readonly ads: ReadonlyMap<number, LiveAd>,
    private readonly products: ReadonlyMap<number, LiveProduct>,
  ) {
    this.adsByCode = new Map([...ads.values()].map((ad) => [ad.code, ad]));
    this.redirectsByCode = new Map(redirects.map((redirect) => [redirect.code, redirect]));
  }

  /** Returns a link; undefined if the code is unknown or none of its pages may be forwarded to. */
  get(code: string): Link | undefined {
    const known = this.ready.get(code);
    if (known) return known;
    const redirect = this.redirectsByCode.get(code);
    const ad = redirect ? this.ads.get(redirect.adId) : this.adsByCode.get(code);
    const product = ad && this.products.get(ad.productId);
    const link = ad && product && linkOf(code, ad, product, redirect);
    if (link) this.ready.set(code, link);
    return link;
  }
}

function linkOf(
  code: string,
  ad: LiveAd,
  product: LiveProduct,
  redirect: RedirectData | undefined,
): Link | undefined {
  const page =
    landingPage(redirect?.url) ??
    landingPage(ad.redirectUrl) ??
    landingPage(product.url) ??
    landingPage(`https://${product.domain}/`);
  return (
    page && {
      code,
      product,
      ad,
      redirectId: redirect?.id ?? 0,
      page,
      variants: variantPages(redirect?.variants ?? []),
      dynamicDomains: redirect?.dynamicLpurl ? [ownDomain(product.domain), ...product.senderDomains] : [],
    }
  );
}

function variantPages(variants: readonly VariantData[]): VariantPage[] {
  return variants.flatMap(({ id, rate, url }) => {
    const page = landingPage(url);
    return page ? [{ id, rate, page }] : [];
  });
}

function liveAd(ad: AdData, measurementTag: string | null): LiveAd {
  return {
    ...ad,
    from: ad.periodFrom === null ? -Infinity : startOfDay(ad.periodFrom),
    until: ad.periodTo === null ? Infinity : endOfDay(ad.periodTo),
    measurementTag,
  };
}

interface GrowingProduct extends LiveProduct {
  ads: Map<number, LiveAd>;
  adsByName: Map<string, number[]>;
  measures: boolean;
  firesCvTags: boolean;
}

const distinct = (hosts: readonly string[]): string[] => [...new Set(hosts)].filter((host) => host !== '');

function liveProduct(product: ProductData): GrowingProduct {
  const domain = normalDomain(product.domain);
  const senderDomains = product.senderDomains.map(normalDomain).filter((sender) => sender !== '');
  const hosts = measuredHosts(product);
  const { domains } = hosts;
  const pageHosts = distinct([...domains, ...listEntries(product.moreHosts).map(normalDomain)]);
  return {
    id: product.id,
    companyId: product.companyId,
    name: product.name,
    url: product.url,
    trackingTerm: product.trackingTerm,
    trackerHost: normalDomain(product.trackerHost),
    excluded: exclusionsOf(product.excludedIps),
    listedRobot: listedVerdictOf({ people: product.peopleUserAgents, robots: product.robotUserAgents }),
    hosts,
    domain,
    senderDomains,
    domains,
    pageHosts,
    sites: distinct(pageHosts.map(siteOf)),
    cvSettings: new Map(product.cvSettings.map((setting) => [setting.id, setting])),
    lastCvSettingIds: product.cvSettings
      .filter((setting) => setting.cvType === 1)
      .map((setting) => setting.id),
    ads: new Map(),
    adsByName: new Map(),
    measures: false,
    firesCvTags: false,
  };
}

function addAd(product: GrowingProduct | undefined, ad: LiveAd): void {
  if (!product) return;
  const { ads, adsByName } = product;
  product.measures ||= ad.measurementTag !== null;
  product.firesCvTags ||= ad.firesCvTag;
  ads.set(ad.id, ad);
  const namesakes = adsByName.get(ad.name);
  if (namesakes) namesakes.push(ad.id);
  else adsByName.set(ad.name, [ad.id]);
}
