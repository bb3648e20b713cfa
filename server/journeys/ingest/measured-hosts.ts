import { listEntries } from '../../../shared/settings/fields/formats';
import { select } from '../../db/statements';
import type { Tx } from '../../db/database';
import { hostOf, isUnderDomain, normalDomain, ownDomain } from '../../platform/hosts';

/** Settings of a product that decide which hosts are measured. */
export interface HostSettings {
  readonly measuredHostsOnly: boolean;
  readonly domain: string | null;
  readonly url: string | null;
  /** The crossdomain settings. */
  readonly senderDomains: readonly string[];
  /** Comma-separated. */
  readonly moreHosts: string | null;
}

/** Hosts of a product whose pages are measured. */
export interface MeasuredHosts {
  /** The product's own domains (product_domain, host of product_url) and sender domains: they share visitors. */
  readonly domains: string[];
  /** Whether events from other hosts are excluded. */
  readonly only: boolean;
  /** Returns whether a host belongs to the product. */
  has(host: string): boolean;
  /** Returns whether an event of the tag on this page is excluded. An event without a page is not. */
  excludes(page: string | null): boolean;
}

/** Returns whether a page was opened from one of these domains, or from its own host. */
export function hasOwnReferrer(
  { url, referrer }: { readonly url: string | null; readonly referrer: string | null },
  domains: readonly string[],
): boolean {
  const host = hostOf(referrer);
  return host !== '' && (host === hostOf(url) || domains.some((domain) => isUnderDomain(host, domain)));
}

/** Compiles the measured hosts (domain.md section 8, rule 7). */
export function measuredHosts({
  measuredHostsOnly,
  domain,
  url,
  senderDomains,
  moreHosts,
}: HostSettings): MeasuredHosts {
  const own = ownDomain(domain);
  const senders = senderDomains.map(normalDomain);
  const domains = [own, ...senders];
  const linked = [...new Set([own, hostOf(url), ...senders])].filter((host) => host !== '');
  const more = new Set(listEntries(moreHosts).map(normalDomain));
  const has = (given: string): boolean => {
    const host = given.replace(/\.$/, '');
    return domains.some((known) => isUnderDomain(host, known)) || more.has(host);
  };
  const only = measuredHostsOnly && (domains.some(Boolean) || more.size > 0);
  return { domains: linked, only, has, excludes: (page) => only && page !== null && !has(hostOf(page)) };
}

/** Reads the measured hosts of a product. */
export async function readMeasuredHosts(tx: Pick<Tx, 'query'>, productId: number): Promise<MeasuredHosts> {
  const [product] = await select<{
    product_domain: string | null;
    product_url: string | null;
    measured_hosts_only: number;
    more_hosts: string | null;
  }>(tx)`SELECT product_domain, product_url, measured_hosts_only, more_hosts FROM product
    WHERE id = ${productId}`;
  const domains = await select<{ sender_domain: string }>(tx)`SELECT sender_domain FROM crossdomain
    WHERE product_id = ${productId}`;
  return measuredHosts({
    measuredHostsOnly: Boolean(product?.measured_hosts_only),
    domain: product?.product_domain ?? null,
    url: product?.product_url ?? null,
    senderDomains: domains.map((row) => row.sender_domain),
    moreHosts: product?.more_hosts ?? null,
  });
}
